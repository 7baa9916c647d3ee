import { expect, type Page } from "@playwright/test";

/** Records a page's console errors, warnings and uncaught errors from its creation on. */
export class ConsoleErrors {
  private readonly heard: string[] = [];
  private readonly expected: RegExp[] = [];

  constructor(page: Page) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.heard.push(`${message.text()} (${message.location().url})`);
      }
    });
    page.on("pageerror", (error) => {
      this.heard.push(`uncaught: ${error.message}`);
    });
  }

  /**
   * Expects a response with this status. The browser logs every such response to the console, even if the page handles
   * it.
   */
  expectStatus(status: number): void {
    this.expected.push(new RegExp(`^Failed to load resource: .* status of ${status} `));
  }

  /** Expects that the test aborts requests of the page, which the browser logs to the console. */
  expectFailedLoads(): void {
    this.expected.push(/^Failed to load resource: net::ERR_FAILED /);
  }

  /** Expects that the test disconnects the network, which the browser logs for each request. */
  expectOutage(): void {
    this.expected.push(
      /^Failed to load resource: net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_RESET|NETWORK_CHANGED) /,
    );
  }

  /** Fails if the console has an unexpected message. */
  expectNone(): void {
    const unexpected = this.heard.filter(
      (message) => !this.expected.some((pattern) => pattern.test(message)),
    );
    expect(unexpected, "the console should have no errors").toEqual([]);
  }
}
