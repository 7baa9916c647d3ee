import { PageScreen } from "./page-screen.tsx";

/** `/help` */
export default function HelpScreen() {
  return <PageScreen name="help" />;
}
