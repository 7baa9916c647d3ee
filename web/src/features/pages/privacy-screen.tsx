import { PageScreen } from "./page-screen.tsx";

/** `/privacy` */
export default function PrivacyScreen() {
  return <PageScreen name="privacy" />;
}
