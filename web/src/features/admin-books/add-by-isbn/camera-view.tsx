import { useEffect, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { reader, steadyCodes } from "./camera.ts";

/** Milliseconds between two pictures that are read. */
const INTERVAL_MS = 120;

interface CameraViewProps {
  onCode: (code: string) => void;
  onClose: () => void;
}

/** The picture of the camera; calls back for each barcode. Nothing of the picture leaves the device. */
export function CameraView({ onCode, onClose }: CameraViewProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const found = useRef(onCode);
  useEffect(() => {
    found.current = onCode;
  });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const read = reader();
    const steady = steadyCodes();
    const look = async () => {
      if (isClosed) return;
      const { current } = video;
      if (current && current.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
        const [code = null] = await read(current).catch(() => []);
        const counted = steady(code, performance.now());
        if (counted !== null && !isClosed) found.current(counted);
      }
      timer = setTimeout(() => void look(), INTERVAL_MS);
    };
    const open = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: "environment" },
        });
        if (isClosed) return close();
        if (video.current) video.current.srcObject = stream;
        await look();
      } catch {
        setFailed(true);
      }
    };
    const close = () => {
      isClosed = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void open();
    window.addEventListener("pagehide", close);
    return () => {
      window.removeEventListener("pagehide", close);
      close();
    };
  }, []);
  return (
    <div className="flex flex-col gap-3">
      {failed ? (
        <Banner tone="warning">{t("addByIsbn.cameraFailed")}</Banner>
      ) : (
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          aria-label={t("addByIsbn.cameraPicture")}
          className="aspect-video w-full max-w-md rounded-card bg-sunken object-cover"
        />
      )}
      <div>
        <Button variant="secondary" onClick={onClose}>
          {t("addByIsbn.cameraOff")}
        </Button>
      </div>
    </div>
  );
}
