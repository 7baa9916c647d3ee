import { memo, use, useMemo, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { coverLayout, type TextBlock } from "./cover.ts";
import { ForeignCoversContext, isForeign } from "./foreign-covers.ts";
import { HEIGHT, WIDTH } from "./geometry.ts";
import { AUTHOR_SPACING } from "./text.ts";

/** Narrower images are the 1 × 1 placeholders that some sources send for a missing cover. */
const LEAST_PICTURE_WIDTH = 20;

interface CoverProps {
  title: string;
  author: string;
  category: string;
  /**
   * The address of the book's own image. If it is missing, fails, or may not be loaded, the generated cover is shown.
   */
  src?: string | null;
  /** `fill` has the width of its container, `row` suits a line of a list, `detail` the screen of a book. */
  size?: "fill" | "row" | "detail";
  /** Hidden from screen readers, because the title is beside it. */
  decorative?: boolean;
}

const WIDTHS = { fill: "w-full", row: "w-12", detail: "w-40 lg:w-70" };

/** The cover of a book in a box of 2:3: its own image or a generated one. */
export function Cover({
  title,
  author,
  category,
  src,
  size = "fill",
  decorative = false,
}: CoverProps) {
  const { t } = useTranslation();
  const foreignCovers = use(ForeignCoversContext);
  const isShown = src && (foreignCovers || !isForeign(src));
  const label = author.trim()
    ? t("common.cover", { title, author })
    : t("common.coverAlone", { title });
  const role = decorative ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <div
      {...role}
      className={`${WIDTHS[size]} @container relative aspect-2/3 shrink-0 overflow-hidden rounded-r-[5px] rounded-l-[2px] bg-sunken shadow-lift forced-color-adjust-none`}
    >
      <GeneratedCover title={title} author={author} category={category} />
      {isShown ? <Picture key={src} src={src} urgent={size === "detail"} /> : null}
    </div>
  );
}

/** The book's own image above the generated one, once it is loaded and large enough. */
function Picture({ src, urgent }: { src: string; urgent: boolean }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  if (state === "failed") {
    return null;
  }
  return (
    <img
      // Browsers that know `auto` measure the box themselves before they load a lazy image.
      sizes="auto"
      // The server has an uploaded cover in three widths; any other address stays as it is.
      srcSet={src.replace(
        /^\/covers\/\w+$/,
        "$&?width=160 160w,$&?width=320 320w,$&?width=640 640w",
      )}
      src={src}
      alt=""
      width={WIDTH}
      height={HEIGHT}
      loading={urgent ? "eager" : "lazy"}
      fetchPriority={urgent ? "high" : "auto"}
      decoding="async"
      onError={() => setState("failed")}
      onLoad={(event) =>
        setState(event.currentTarget.naturalWidth < LEAST_PICTURE_WIDTH ? "failed" : "shown")
      }
      className={`absolute inset-0 size-full object-cover transition-opacity duration-120 ${state === "shown" ? "opacity-100" : "opacity-0"}`}
    />
  );
}

interface GeneratedCoverProps {
  title: string;
  author: string;
  category: string;
}

/** The generated cover; below 72 px only its background and initial. */
const GeneratedCover = memo(function GeneratedCover({
  title,
  author,
  category,
}: GeneratedCoverProps) {
  const layout = useMemo(() => coverLayout(title, author, category), [title, author, category]);
  const { palette, art, letter, initial } = layout;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      focusable="false"
      className="absolute inset-0 size-full"
    >
      <rect width={WIDTH} height={HEIGHT} fill={palette.ground} />
      <g className="@max-[72px]:hidden">
        {art.map((mark) =>
          mark.stroke > 0 ? (
            <path
              key={mark.path}
              d={mark.path}
              fill="none"
              stroke={palette.accent}
              strokeWidth={mark.stroke}
            />
          ) : (
            <path key={mark.path} d={mark.path} fill={palette.accent} />
          ),
        )}
        {letter ? (
          <text
            x={letter.x}
            y={letter.y}
            fontSize={letter.size}
            fontWeight={600}
            textAnchor="middle"
            fill={palette.accent}
            className="font-serif"
          >
            {letter.text}
          </text>
        ) : null}
        <Lines block={layout.title} ink={palette.ink} font="font-serif" weight={600} />
        <Lines block={layout.subtitle} ink={palette.ink} font="font-serif" weight={400} />
        <Lines
          block={layout.author}
          ink={palette.ink}
          font="font-sans"
          weight={500}
          spacing={AUTHOR_SPACING * layout.author.size}
        />
      </g>
      <text
        x={WIDTH / 2}
        y={192}
        fontSize={120}
        fontWeight={600}
        textAnchor="middle"
        fill={palette.ink}
        className="@max-[72px]:block hidden font-serif"
      >
        {initial}
      </text>
      {/* The spine: a shadow and the light beside it. */}
      <rect width={5} height={HEIGHT} fill="#000000" fillOpacity={0.1} />
      <rect x={5} width={1.5} height={HEIGHT} fill="#FFFFFF" fillOpacity={0.12} />
    </svg>
  );
});

interface LinesProps {
  block: TextBlock;
  ink: string;
  font: "font-serif" | "font-sans";
  weight: number;
  /** The spacing between letters. */
  spacing?: number;
}

function Lines({ block, ink, font, weight, spacing }: LinesProps) {
  return block.lines.map((line) => (
    <text
      key={line.y}
      x={block.x}
      y={line.y}
      fontSize={block.size}
      fontWeight={weight}
      textAnchor={block.anchor}
      direction={block.direction}
      letterSpacing={spacing}
      fill={ink}
      className={font}
    >
      {line.text}
    </text>
  ));
}
