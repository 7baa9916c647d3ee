import { type ComponentType, createContext, type ReactNode, type Ref, useContext } from "react";

/** What every link takes, whichever router turns it into a navigation. */
export interface LinkProps {
  /** A path within the app. */
  to: string;
  className?: string | undefined;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
  onClick?: (() => void) | undefined;
  /** Of a text that may be in another direction than the page, and is cut at its own end. */
  dir?: "auto";
  tabIndex?: number | undefined;
  "aria-label"?: string | undefined;
  "aria-current"?: "page" | undefined;
  "aria-hidden"?: boolean | undefined;
}

function PlainLink({ to, ...rest }: LinkProps) {
  return <a href={to} {...rest} />;
}

const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

/** Gives the components below the router's own link; they know no router themselves. */
export function LinkProvider({
  component,
  children,
}: {
  component: ComponentType<LinkProps>;
  children: ReactNode;
}) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** A bare link; the caller styles it. */
export function Link(props: LinkProps) {
  const Component = useContext(LinkContext);
  return <Component {...props} />;
}

/** A link within a sentence. */
export function TextLink({ className = "", ...props }: LinkProps) {
  return (
    <Link
      {...props}
      className={`rounded-chip font-medium text-primary underline decoration-primary/35 underline-offset-4 hover:decoration-primary ${className}`}
    />
  );
}
