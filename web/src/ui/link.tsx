import { type ComponentType, createContext, type ReactNode, type Ref, useContext } from "react";

/** The props of every link, independent of the router. */
export interface LinkProps {
  /** A path within the app. */
  to: string;
  className?: string | undefined;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
  onClick?: (() => void) | undefined;
  /** The direction of its text, which may differ from that of the page; a long text is truncated at its end. */
  dir?: "auto";
  tabIndex?: number | undefined;
  "aria-label"?: string | undefined;
  "aria-current"?: "page" | "true" | undefined;
  "aria-hidden"?: boolean | undefined;
}

function PlainLink({ to, ...rest }: LinkProps) {
  return <a href={to} {...rest} />;
}

const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

/** Provides the router's link to the components below, which do not depend on the router. */
export function LinkProvider({
  component,
  children,
}: {
  component: ComponentType<LinkProps>;
  children: ReactNode;
}) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** A link without a style. */
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
