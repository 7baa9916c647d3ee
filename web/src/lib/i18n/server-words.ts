import { ENGLISH } from "./languages.ts";
import { pageLanguage } from "./page-language.ts";

/** A response of the server with its messages in the language of the page. English keeps them unchanged. */
export async function inPageLanguage<T>(response: T): Promise<T> {
  if (pageLanguage().language === ENGLISH) return response;
  const { translatedResponse } = await import("./translated-response.ts");
  return translatedResponse(response);
}
