export default function KitScreen() {
  return null;
}
