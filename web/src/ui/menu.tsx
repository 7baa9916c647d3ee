import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Link } from "./link.tsx";

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  /** Above the items: the person or thing that the menu concerns. */
  header?: ReactNode;
  align?: "start" | "end";
}

/** A list of actions and links behind a button. */
export function Menu({ trigger, children, header, align = "end" }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        {/* Above the toasts, which can lie over the same corner for ten seconds. */}
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-70">
          <Base.Popup className="min-w-52 max-w-80 origin-(--transform-origin) rounded-card border border-line bg-raised p-1.5 shadow-float outline-none transition-[opacity,scale] duration-180 ease-calm data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {header ? (
              <>
                <div className="px-2.5 py-2">{header}</div>
                <MenuSeparator />
              </>
            ) : null}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const ITEM =
  "flex min-h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-control px-2.5 text-start text-md text-ink outline-none data-disabled:cursor-not-allowed data-highlighted:bg-sunken data-disabled:opacity-50 touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

/** An action. */
export function MenuItem({
  icon,
  children,
  onSelect,
}: {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
}) {
  return (
    <Base.Item className={ITEM} onClick={onSelect}>
      {icon}
      {children}
    </Base.Item>
  );
}

/** A link. */
export function MenuLink({
  to,
  icon,
  children,
}: {
  to: string;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.LinkItem className={ITEM} closeOnClick render={<Link to={to} />}>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1.5 h-px bg-line" />;
}
