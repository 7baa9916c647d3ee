import { useLocation } from "react-router";
import type { SignedInUser } from "@/api/shapes.ts";
import { IdleEnd } from "../idle-end/idle-end.tsx";
import { refusedPageOf } from "../refused-page.ts";
import { EmailNotices } from "./email-notices.tsx";
import { RefusedPageNotice } from "./refused-page-notice.tsx";
import { SecondFactorNotice } from "./second-factor-notice.tsx";
import { useLiveChanges } from "./use-live-changes.ts";

/** Notices to the signed-in person, above every screen. */
export default function Notices({ user }: { user: SignedInUser }) {
  useLiveChanges(user._id);
  const refused = refusedPageOf(useLocation().state);
  return (
    <>
      {user.idleMinutes === null ? null : (
        <IdleEnd key={user._id} userId={user._id} idleMinutes={user.idleMinutes} />
      )}
      {user.secondFactorNeeded ? <SecondFactorNotice /> : null}
      {/* A live region must exist before its text, so that screen readers read it. */}
      <div aria-live="polite">
        {/* The notice above already gives the reason to staff without a second step. */}
        {refused === null || user.secondFactorNeeded ? null : <RefusedPageNotice path={refused} />}
      </div>
      <EmailNotices />
    </>
  );
}
