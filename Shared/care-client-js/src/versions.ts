import type { SDKVersions } from "./types.ts";

/** Which app this is, and which version of it. */
export interface AppVersion {
  /** As the operator's list of versions names it: `web`. */
  platform: string;
  /** Semantic: `2.1.0`. */
  version: string;
}

export type VersionStatus = "supported" | "deprecated" | "unsupported";

/** What the operator says of a version: the first range that has it decides. Nothing is said of one that is in none, nor by a range that cannot be read. */
export function versionStatus({ platforms }: SDKVersions, app: AppVersion): VersionStatus {
  const version = parsed(app.version);
  const versions = platforms.find(({ platform }) => platform === app.platform)?.versions ?? [];
  return (version && versions.find(({ range }) => isWithin(version, range))?.status) || "supported";
}

/** Semantic Versioning 2.0.0: three numbers, and the words of a release before. */
interface Version {
  numbers: number[];
  before: string[];
}

function parsed(text: string): Version | undefined {
  const [, major, minor, patch, before] = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text) ?? [];
  return major === undefined ? undefined : { numbers: [major, minor, patch].map(Number), before: before?.split(".") ?? [] };
}

/** Section 11: below zero where the first comes before the second. */
function compare(one: Version, other: Version): number {
  const index = one.numbers.findIndex((number, index) => number !== other.numbers[index]);
  if (index >= 0) return (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0);
  // A release comes after all that were before it.
  if (!one.before.length || !other.before.length) return other.before.length - one.before.length;
  for (const [index, mine] of one.before.entries()) {
    const theirs = other.before[index];
    if (theirs === undefined) return 1;
    if (mine === theirs) continue;
    const [isNumber, isOthersNumber] = [/^\d+$/.test(mine), /^\d+$/.test(theirs)];
    if (isNumber !== isOthersNumber) return isNumber ? -1 : 1;
    // Without a leading zero the longer number is the greater.
    return (isNumber && mine.length - theirs.length) || (mine < theirs ? -1 : 1);
  }
  return one.before.length - other.before.length;
}

const signs: Record<string, (order: number) => boolean> = {
  ">=": (order) => order >= 0, "<=": (order) => order <= 0, ">": (order) => order > 0, "<": (order) => order < 0, "=": (order) => order === 0,
};

/** Comparisons with spaces between, all of which hold, and `||` between alternatives. */
function isWithin(version: Version, range: string): boolean {
  const alternatives = range.split("||").map((alternative) =>
    alternative.split(" ").filter(Boolean).map((text) => {
      const [, sign = "=", rest = ""] = /^([<>]=?|=)?([^+]*)$/.exec(text) ?? [];
      const bound = parsed(rest);
      return bound && signs[sign]?.(compare(version, bound));
    }));
  const isReadable = alternatives.every((parts) => parts.length && !parts.includes(undefined));
  return isReadable && alternatives.some((parts) => parts.every(Boolean));
}
