import { expect, type Page } from "@playwright/test";

/** Listens to a page's console and uncaught errors from the moment it is made. */
export class Complaints {
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
   * Says that this test brings about an answer with this status. The browser itself writes every such
   * answer to the console, whatever the page does about it.
   */
  expectStatus(status: number): void {
    this.expected.push(new RegExp(`^Failed to load resource: .* status of ${status} `));
  }

  /** Says that this test stops requests of the page, about which the browser writes to the console. */
  expectFailedLoads(): void {
    this.expected.push(/^Failed to load resource: net::ERR_FAILED /);
  }

  /** Says that this test cuts the network, about which the browser writes for each request. */
  expectOutage(): void {
    this.expected.push(
      /^Failed to load resource: net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_RESET|NETWORK_CHANGED) /,
    );
  }

  /** Fails when the page complained of anything that was not expected. */
  expectNone(): void {
    const unexpected = this.heard.filter(
      (complaint) => !this.expected.some((pattern) => pattern.test(complaint)),
    );
    expect(unexpected, "the page should not complain in the console").toEqual([]);
  }
}
