import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Cover } from "./cover.tsx";
import { ForeignCoversContext } from "./foreign-covers.ts";

const DUNE = { title: "Dune", author: "Frank Herbert", category: "Science Fiction" };

function picture(container: HTMLElement): HTMLImageElement {
  const image = container.querySelector("img");
  if (image === null) throw new Error("there is no picture");
  return image;
}

function loads(image: HTMLImageElement, naturalWidth: number) {
  Object.defineProperty(image, "naturalWidth", { value: naturalWidth });
  fireEvent.load(image);
}

describe("Cover", () => {
  it("is named by title and author", () => {
    render(<Cover {...DUNE} />);
    expect(screen.getByRole("img", { name: "Cover: Dune by Frank Herbert" })).toBeVisible();
  });

  it("is named by the title alone when there is no author", () => {
    render(<Cover {...DUNE} author=" " />);
    expect(screen.getByRole("img", { name: "Cover: Dune" })).toBeVisible();
  });

  it("is hidden from screen readers beside its title", () => {
    render(<Cover {...DUNE} decorative src="/covers/dune.webp" />);
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("shows the book's image once it has loaded", () => {
    const { container } = render(<Cover {...DUNE} src="/covers/dune.webp" />);
    const image = picture(container);
    expect(image).toHaveClass("opacity-0");
    loads(image, 400);
    expect(image).toHaveClass("opacity-100");
  });

  it.each([
    ["cannot be loaded", (image: HTMLImageElement) => fireEvent.error(image)],
    ["is a dot", (image: HTMLImageElement) => loads(image, 1)],
  ])("falls back to the generated cover when the image %s", (_, happens) => {
    const { container } = render(<Cover {...DUNE} src="/covers/dune.webp" />);
    happens(picture(container));
    expect(container.querySelector("img")).toBeNull();
    expect(container.querySelector("svg")).toHaveTextContent("Dune");
  });

  it.each([
    ["https://covers.example/dune.webp", false, false],
    ["https://covers.example/dune.webp", true, true],
    ["//covers.example/dune.webp", false, false],
    [`${location.origin}/covers/dune.webp`, false, true],
    ["/covers/dune.webp", false, true],
  ])("loads %s only if it may (other sites: %s)", (src, others, isLoaded) => {
    const { container } = render(
      <ForeignCoversContext value={others}>
        <Cover {...DUNE} src={src} />
      </ForeignCoversContext>,
    );
    expect(container.querySelector("img") !== null).toBe(isLoaded);
  });

  it("loads an uploaded cover in the width that its place needs", () => {
    const src = `/covers/${"0123456789abcdef".repeat(2)}`;
    const { container, rerender } = render(<Cover {...DUNE} src={src} size="row" />);
    const image = picture(container);
    expect(image.srcset).toBe(`${src}?width=160 160w,${src}?width=320 320w,${src}?width=640 640w`);
    expect(image).toHaveAttribute("sizes", "auto");
    rerender(<Cover {...DUNE} src="/covers/dune.webp" />);
    expect(picture(container)).toHaveAttribute("srcset", "/covers/dune.webp");
  });

  it("loads a new image after a failed one", () => {
    const { container, rerender } = render(<Cover {...DUNE} src="/covers/dune.webp" />);
    fireEvent.error(picture(container));
    rerender(<Cover {...DUNE} src="/covers/dune-2.webp" />);
    expect(picture(container)).toHaveAttribute("src", "/covers/dune-2.webp");
  });

  it("has no style attribute, which the Content-Security-Policy would block", () => {
    const { container } = render(<Cover {...DUNE} src="/covers/dune.webp" />);
    expect(container.querySelector("[style]")).toBeNull();
  });
});
