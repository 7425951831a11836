/** RFC 4648, section 5, without padding. */
export const base64url = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const utf8 = (text: string) => new TextEncoder().encode(text);

/** SHA-256 of a text, in base64url. */
export const digest = async (text: string): Promise<string> => base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));
