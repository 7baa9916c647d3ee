import { useLocation } from "react-router";
import type { SignedInUser } from "@/api/shapes.ts";
import { IdleEnd } from "../idle-end/idle-end.tsx";
import { refusedPageOf } from "../refused-page.ts";
import { EmailNotices } from "./email-notices.tsx";
import { RefusedPageNotice } from "./refused-page-notice.tsx";
import { SecondFactorNotice } from "./second-factor-notice.tsx";
import { useLiveChanges } from "./use-live-changes.ts";

/** What a signed-in person should know, above every screen. */
export default function Notices({ user }: { user: SignedInUser }) {
  useLiveChanges(user._id);
  const refused = refusedPageOf(useLocation().state);
  return (
    <>
      {user.idleMinutes === null ? null : (
        <IdleEnd key={user._id} userId={user._id} idleMinutes={user.idleMinutes} />
      )}
      {user.secondFactorNeeded ? <SecondFactorNotice /> : null}
      {/* Exists before its text, which a screen reader then reads. */}
      <div aria-live="polite">
        {/* The notice above already gives the reason to staff without a second step. */}
        {refused === null || user.secondFactorNeeded ? null : <RefusedPageNotice path={refused} />}
      </div>
      <EmailNotices />
    </>
  );
}
