import { X } from "lucide-react";
import type { ComponentProps } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "./banner.tsx";

interface ClosableBannerProps extends Omit<ComponentProps<typeof Banner>, "action" | "focus"> {
  /** The message in the name of the close button. */
  message: string;
  onClose: () => void;
}

/** A message that stays until a person closes it. */
export function ClosableBanner({ message, onClose, ...rest }: ClosableBannerProps) {
  return <Banner {...rest} action={<CloseButton message={message} onClose={onClose} />} />;
}

function CloseButton({ message, onClose }: Pick<ClosableBannerProps, "message" | "onClose">) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={t("common.dismiss", { message })}
      onClick={onClose}
      className="-my-1.5 -me-2 grid size-9 shrink-0 place-items-center rounded-control hover:bg-surface/60 touch:-my-2.5 touch:size-11"
    >
      <X className="size-4" aria-hidden="true" />
    </button>
  );
}
