import { PageScreen } from "./page-screen.tsx";

/** `/contact` */
export default function ContactScreen() {
  return <PageScreen name="contact" />;
}
