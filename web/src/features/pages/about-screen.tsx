import { PageScreen } from "./page-screen.tsx";

/** `/about` */
export default function AboutScreen() {
  return <PageScreen name="about" />;
}
