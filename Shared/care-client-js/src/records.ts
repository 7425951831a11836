import type { Call, Calls } from "./calls.ts";
import type { Lane } from "./lane.ts";
import type { Listed, Lists, Page } from "./lists.ts";
import { careError } from "./errors.ts";
import type { Delivery, Kind } from "./outbox.ts";
import { notOurs } from "./outbox.ts";
import type { OutboxRow } from "./store.ts";
import type { Watch } from "./watch.ts";

export const recordPrefix = "records/";

export const recordLane = `${recordPrefix}r4`;

/** A resource of FHIR R4, as JSON. A page's numbers keep no last zeros: what `1.10` was is `1.1` here. */
export interface FhirResource {
  resourceType: string;
  id?: string;
  meta?: { versionId?: string; lastUpdated?: string; [member: string]: unknown };
  [member: string]: unknown;
}

/** A resource as the platform keeps it, and the words that it is found again by. */
export interface FhirRecord {
  resource: FhirResource;
  annotations: string[];
  /** When its first version was written; lists alone tell. */
  createdAt?: string;
}

/** A resource that is stored as soon as there is a network. */
export interface Added {
  /** This browser's name for it. */
  id: string;
  resource: FhirResource;
  annotations: string[];
  delivery: Delivery;
}

/** The person's health record: resources of FHIR R4. */
export class Records {
  readonly #calls: Calls;
  readonly #lists: Lists;
  readonly #lane: Lane<Added>;

  constructor(calls: Calls, lists: Lists, lane: Lane<Added>) {
    [this.#calls, this.#lists, this.#lane] = [calls, lists, lane];
  }

  /** What a search finds, newest first, by the parameters that FHIR has for the type: `search("Observation", [["code", "8867-4"], ["date", "ge2026-03"]])`. */
  search(type: string, conditions: [name: string, value: string][] = []): Watch<Listed<FhirRecord>> {
    const path = `/fhir/r4/${encodeURIComponent(type)}/_search`;
    return this.#lists.watch<FhirRecord>({
      collection: `${recordPrefix}${type}?${new URLSearchParams(conditions)}`, key: ({ resource }) => resource.id ?? "",
      position: ({ resource, createdAt }) => Date.parse(createdAt ?? resource.meta?.lastUpdated ?? ""), path,
      // Nothing of a search stands in an address, which is kept in logs.
      fetch: async (size, after) => {
        const body = new URLSearchParams([...conditions, ["_count", String(size)], ...(after === undefined ? [] : [["_after", after] as [string, string]])]);
        return page(await this.#calls.send<Bundle>({ method: "POST", path, body, headers: fhir, isRead: true }));
      },
    });
  }

  /** One resource, by its id. */
  record(type: string, id: string): Watch<FhirResource> {
    const path = `/fhir/r4/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
    return this.#lists.one(`${recordPrefix}${type}/${id}`, { method: "GET", path, headers: fhir });
  }

  /** Kept on this device and stored as soon as can be, once. What the server does not take stays with its reason until `retry` or `cancel`. */
  add(resource: FhirResource, annotations: string[] = []): Promise<Added> {
    const headers = { ...fhir, "Content-Type": fhirType, ...(annotations.length && { "Care-Annotations": annotations.map(encodeURIComponent).join(",") }) };
    const path = `/fhir/r4/${encodeURIComponent(resource.resourceType)}`;
    return this.#lane.give({ method: "POST", path, body: resource, headers }, { resource, annotations });
  }

  /** What was added and is not stored yet, in order. */
  added(): Watch<Added[]> {
    return this.#lane.waiting();
  }

  /** Tries once more what was refused. */
  retry(added: Added): Promise<void> {
    return this.#lane.retry(added);
  }

  /** Takes it back. False when it is on its way, or was stored. */
  cancel(added: Added): Promise<boolean> {
    return this.#lane.cancel(added);
  }
}

const fhirType = "application/fhir+json";
const fhir = { Accept: fhirType, Prefer: "return=representation" };

export const sendingRecords = (calls: Calls): Kind => ({
  async settle(row, answer) {
    const stored = answer as FhirResource | undefined;
    if (stored?.resourceType !== (row.shown as Added).resource.resourceType || typeof stored.id !== "string") throw notOurs();
  },
  earlier: (row) => storedEarlier(row, calls),
});

/** Of something that was added long ago: a record that says the same, and was stored since. */
async function storedEarlier({ call, shown, givenAt = 0 }: OutboxRow, calls: Calls): Promise<FhirResource | undefined> {
  const { resource, annotations } = shown as Added;
  // This browser's clock may be ahead of the server's: an hour is forgiven. Where it was more when this was given, a day was.
  const now = Date.now();
  const since = new Date(Math.max((givenAt > now ? now - 86_400_000 : givenAt) - 3_600_000, 0)).toISOString();
  const body = new URLSearchParams([["_created", `ge${since}`], ["_count", "200"]]);
  try {
    const found = page(await calls.attempt<Bundle>({ method: "POST", path: `${(call as Call).path}/_search`, body, headers: fhir, isRead: true })).items;
    const words = (all: string[]) => [...new Set(all.map((word) => word.toLowerCase()))].sort().join();
    return found.find((record) => says(resource, record.resource) && words(record.annotations) === words(annotations))?.resource;
  } catch (caught) {
    const error = careError(caught);
    // Who may not look, or of what nothing is found so: under its key, as ever.
    if (error.kind === "refused" && !error.isWorthRetrying) return undefined;
    throw error;
  }
}

/** Whether both say the same, but for what the server writes into each version. */
export function says(given: FhirResource, stored: FhirResource): boolean {
  const plain = (resource: FhirResource): unknown => JSON.parse(JSON.stringify({ ...resource, id: stored.id, meta: undefined }));
  return same(plain(given), plain(stored));
}

function same(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const [mine, theirs] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = Object.keys(mine);
  return Array.isArray(one) === Array.isArray(other) && names.length === Object.keys(theirs).length
    && names.every((name) => Object.hasOwn(theirs, name) && same(mine[name], theirs[name]));
}

/** Of a search's answer what is read here. */
interface Bundle {
  resourceType?: string;
  entry?: { resource: FhirResource; search?: { mode?: string; extension?: { url: string; valueString?: string; valueInstant?: string }[] } }[];
  link?: { relation: string; url: string }[];
}

function page({ resourceType, entry, link }: Bundle): Page<FhirRecord> {
  if (resourceType !== "Bundle") throw notOurs();
  const next = link?.find(({ relation }) => relation === "next")?.url;
  // From its query, wherever it leads.
  const cursor = next && new URL(next, "https://next.invalid").searchParams.get("_after");
  const items = (entry ?? []).filter(({ search }) => search?.mode === "match").map(({ resource, search }) => {
    const member = (name: string) => search?.extension?.find(({ url }) => url === `https://careline.example/fhir/${name}`);
    const createdAt = member("record-created")?.valueInstant;
    return { resource, annotations: words(member("annotations")?.valueString ?? ""), ...(createdAt !== undefined && { createdAt }) };
  });
  return { items, ...(cursor && { nextCursor: cursor }) };
}

const words = (header: string) => header.split(",").map((word) => decodeURIComponent(word.trim())).filter(Boolean);
