import { PageScreen } from "./page-screen.tsx";

/** `/terms` */
export default function TermsScreen() {
  return <PageScreen name="terms" />;
}
