import type { Calls } from "./calls.ts";
import { read, request, timeFor } from "./calls.ts";
import type { Listed, Lists, PagedList } from "./lists.ts";
import { put, putKnown } from "./lists.ts";
import type { Delivery, Kind, Outbox } from "./outbox.ts";
import { marks, notOurs, outboxCollection } from "./outbox.ts";
import type { Edit, Store } from "./store.ts";
import type { Attachment, Content, Conversation, FeedEntry, Item, NewConversation, NewMessage } from "./types.ts";
import type { Typing } from "./typing.ts";
import type { Watch } from "./watch.ts";

/** A message, or something that happened in the conversation, with how far one's own has come. Until the server has it, it has no `sequence`, and its `id` is
 * its `clientId`. */
export type Message = Omit<Item, "sequence"> & { sequence?: number; delivery: Delivery };

export const conversationList: PagedList<Conversation> = {
  collection: "conversations", key: (item) => item.id, position: (item) => Date.parse(item.updatedAt), path: "/conversations", isKeptInStep: true,
};

export const messagePrefix = "messages/";

export const messageList = (conversation: string): PagedList<Item> => ({
  collection: messagePrefix + conversation, key: (item) => item.id, position: (item) => item.sequence, path: `/conversations/${conversation}/items`,
  isKeptInStep: true,
});

/** Conversations and what is said in them. What is watched is shown from the disk at once, and kept as on the server by the live stream. */
export class Messaging {
  readonly #calls: Calls;
  readonly #store: Store;
  readonly #lists: Lists;
  readonly #outbox: Outbox;
  readonly #typing: Typing;

  constructor(calls: Calls, store: Store, lists: Lists, outbox: Outbox, typing: Typing) {
    [this.#calls, this.#store, this.#lists, this.#outbox, this.#typing] = [calls, store, lists, outbox, typing];
  }

  /** Those that the person takes part in, latest change first. */
  conversations(): Watch<Listed<Conversation>> {
    return this.#lists.watch(conversationList);
  }

  /** Latest first: what is on its way before what the server has. */
  messages(conversation: string): Watch<Listed<Message>> {
    return this.#lists.watch<Item, Message>(messageList(conversation), {
      collections: [outboxCollection(lane(conversation))],
      read: async () => (await this.#outbox.pending(lane(conversation))).map(({ shown, delivery }) => ({ ...(shown as Message), delivery })),
      merge,
    });
  }

  /** Who types just now, but for the person themselves. */
  typing(conversation: string): AsyncIterable<string[]> {
    return this.#typing.follow(conversation);
  }

  /** To be called with each key that is pressed: the others are told now and then, and that it has ended by itself. */
  type(conversation: string): Promise<void> {
    return this.#typing.type(conversation);
  }

  /** The others are told that the person types no more, sooner than it would end by itself. */
  stopTyping(conversation: string): Promise<void> {
    return this.#typing.stop(conversation);
  }

  /** Begins a conversation, with a patient's providers or a provider's patients. It needs the network. Who tries again after an error passes the same key: else
   * there may be two. */
  async start(participantIds: string[], more: { title?: string; first?: Content; key?: string } = {}): Promise<Conversation> {
    const { title, first, key = crypto.randomUUID() } = more;
    const body: NewConversation = { participantIds, ...(title !== undefined && { title }), ...(first && { initialMessage: { clientId: key, content: first } }) };
    const { person } = this.#calls;
    const begun = await this.#calls.send<Conversation>({ method: "POST", path: "/conversations", body, idempotencyKey: key });
    // Somebody else may have logged in since it was answered.
    await this.#store.edit((edit) => putKnown(begun, conversationList, edit), person);
    return begun;
  }

  /** Returns once it is kept on this device: it is shown as being sent, and sent as soon as can be, once, and after what was said before it. */
  async send(content: Content, conversation: string, replyToId?: string): Promise<Message> {
    const authorId = this.#outbox.giver;
    const clientId = crypto.randomUUID();
    const body: NewMessage = { clientId, content, ...(replyToId !== undefined && { replyToId }) };
    const message: Message = {
      id: clientId, conversationId: conversation, kind: kind(content), authorId, clientId, content, createdAt: new Date().toISOString(),
      delivery: { type: "toBeSent" }, ...(replyToId !== undefined && { replyToId }),
    };
    const path = `/conversations/${conversation}/messages`;
    await this.#outbox.add(lane(conversation), clientId, { method: "POST", path, body, idempotencyKey: clientId }, message);
    this.#typing.ended(conversation);
    return message;
  }

  /** Sends one that has failed once more. */
  retry(message: Message): Promise<void> {
    return this.#outbox.retry(lane(message.conversationId), message.id);
  }

  /** Takes one back that was not sent. False when it is on its way, or was sent: `delete` it then. */
  cancel(message: Message): Promise<boolean> {
    return this.#outbox.cancel(lane(message.conversationId), message.id);
  }

  /** Takes back one's own message that was sent: from then on it is shown without its content, also where no live stream tells of it. */
  async delete(id: string): Promise<void> {
    try {
      await this.#calls.send({ method: "DELETE", path: `/messages/${id}` });
      await this.#store.edit((edit) => takeBack(id, edit));
    } finally {
      // Of an answer that was lost nobody knows whether it was done.
      for (const outdated of [conversationList.collection, messagePrefix]) this.#store.tell({ outdated });
    }
  }

  /** Brings a file to the server, 100 MiB at most; then send it: `{ image: { attachmentId: file.id } }`. Who tries again after an error passes the same key. */
  upload(file: Blob, name: string, key: string = crypto.randomUUID()): Promise<Attachment> {
    const form = new FormData();
    form.append("file", file, name);
    return this.#calls.send({ method: "POST", path: "/attachments", body: form, idempotencyKey: key });
  }

  /** What is known of a file, as long as one may read a message that holds it; its address holds for some minutes. */
  async file(id: string): Promise<Attachment> {
    const file = await this.#calls.send<Attachment>({ method: "GET", path: `/attachments/${id}` });
    return { ...file, download: { ...file.download, url: new URL(file.download.url, this.#calls.server).href } };
  }

  /** Brings a file from the server; of a picture, with `pixels`, a JPEG that is at most so many wide and high. */
  async download(id: string, pixels?: 200 | 1000): Promise<Blob> {
    const { download, size } = await this.file(id);
    const answer = await request(pixels === undefined ? download.url : `${download.url}&size=${pixels}`, {}, timeFor(size));
    return answer.ok ? answer.blob() : read<Blob>(answer);
  }

  /** The person has seen all of it that is here. Kept until it could be said: what comes meanwhile stays unread. */
  markSeen(conversation: string): Promise<void> {
    return this.#outbox.mark(`seen/${conversation}`, `/conversations/${conversation}/seen`, async (edit) => {
      const newest = (await edit.listing(messagePrefix + conversation, 1))?.values[0] as Item | undefined;
      const listed = (await edit.value(conversation, conversationList.collection)) as Conversation | undefined;
      // Where nothing of it is here: up to the latest that the server has by then.
      return { body: { itemId: (newest ?? listed?.lastMessage)?.id }, reach: (newest ?? listed?.lastMessage)?.sequence };
    });
  }
}

/** As the live stream would tell it, in whichever conversation it was said. */
async function takeBack(id: string, edit: Edit): Promise<void> {
  for (const { name } of await edit.collections()) {
    if (!name.startsWith(messagePrefix)) continue;
    const kept = (await edit.value(id, name)) as Item | undefined;
    // A part that is on its way may have it as it was.
    if (!kept) await edit.passOver(name);
    if (!kept || kept.deletedAt !== undefined) continue;
    const { content: _, ...rest } = kept;
    await put({ ...rest, deletedAt: new Date().toISOString() }, messageList(kept.conversationId), edit);
  }
}

const lane = (conversation: string) => `message/${conversation}`;

const kind = (content: Content) => (["image", "video", "document", "audio"] as const).find((kind) => content[kind]) ?? "text";

/** `pending` in the order of sending, `items` latest first. What the live stream brought before the answer came is there twice for a moment. */
export function merge(pending: Message[], items: Item[]): Message[] {
  const sent = new Set(items.map((item) => item.clientId));
  return [...pending.filter((message) => !sent.has(message.clientId)).reverse(), ...items.map((item) => ({ ...item, delivery: { type: "sent" } as const }))];
}

/** The server has it: it is among the others as it leaves the outbox. */
export const sendingMessages: Kind = {
  async settle(row, answer, edit) {
    const item = answer as Item | undefined;
    if (typeof item?.id !== "string" || typeof item.sequence !== "number" || row.lane !== lane(item.conversationId)) throw notOurs();
    const { collection } = messageList(item.conversationId);
    // Of what was never loaded this is all that is here: shown on, and old.
    const isNew = !(await edit.collection(collection));
    if (isNew) await edit.know(collection, undefined);
    // What others said before it is not here yet, and nobody may take what is for a part without a hole.
    const isShown = await putKnown(item, messageList(item.conversationId), edit);
    if (isNew || (isShown && !(await edit.holds(item.sequence - 1, collection)))) await edit.markStale([collection]);
  },
};

/** One conversation alone is looked at, and only where the mark has moved on: up to what was marked before, nothing is marked by it, however much came since. */
export const sendingSeen = (isHeardOf: () => boolean, user: () => string | undefined): Kind =>
  marks(conversationList.collection, isHeardOf, async ({ path, body }, edit) => {
    const id = path.split("/")[2] ?? "";
    const kept = (await edit.value(id, conversationList.collection)) as Conversation | undefined;
    if (!kept?.unreadCount) return false;
    const { itemId = "" } = body as { itemId?: string };
    const marked = kept.lastMessage?.id === itemId ? kept.lastMessage : ((await edit.value(itemId, messagePrefix + id)) as Item | undefined);
    const own = kept.participants.find(({ userId }) => userId === user());
    return !marked || !own || own.seenSequence < marked.sequence;
  });

/** A conversation as it is after an entry of the feed; undefined where the entry does not tell all of it, and it has to be read anew. */
export function hearing(conversation: Conversation, entry: FeedEntry, reader: string): Conversation | undefined {
  const last = conversation.lastMessage?.sequence ?? 0;
  if (entry.kind === "conversation") return entry.conversation;
  if (entry.kind === "seen" && entry.seen) {
    const { userId, sequence } = entry.seen;
    if (!conversation.participants.some((each) => each.userId === userId)) return undefined;
    // How many came after it only the server knows.
    if (userId === reader && sequence < last) return undefined;
    const participants = conversation.participants.map((each) =>
      each.userId === userId ? { ...each, seenSequence: Math.max(each.seenSequence, sequence) } : each);
    return { ...conversation, participants, unreadCount: userId === reader ? 0 : conversation.unreadCount };
  }
  // What stands in the list for others' files and for the system's messages, the server words.
  const { item } = entry;
  const text = item?.content?.text;
  if (entry.kind !== "item" || !item || text === undefined || item.authorId === undefined) return undefined;
  if (item.sequence <= last) return conversation;
  return {
    ...conversation, lastMessage: item, preview: text.split(/[\r\n]+/).filter(Boolean).join(" "),
    updatedAt: Date.parse(item.createdAt) > Date.parse(conversation.updatedAt) ? item.createdAt : conversation.updatedAt,
    unreadCount: item.authorId === reader ? conversation.unreadCount : Math.min(conversation.unreadCount + 1, 1000),
  };
}

/** Puts what an entry tells of a conversation into the lists that are known. False where the conversation has to be read anew. */
export async function hear(entry: FeedEntry, conversation: string, edit: Edit, reader: string): Promise<boolean> {
  if (entry.item) await putKnown(entry.item, messageList(conversation), edit);
  if (!(await edit.collection(conversationList.collection))) return true;
  const old = (await edit.value(conversation, conversationList.collection)) as Conversation | undefined;
  const changed = old ? hearing(old, entry, reader) : entry.conversation;
  if (!changed) return false;
  await putConversation(changed, edit);
  return true;
}

/** Who has left a conversation sees it in another list, and one that is older than all that is here comes with its part of the list. */
export async function putConversation(conversation: Conversation, edit: Edit): Promise<void> {
  if (conversation.leftAt === undefined && (await putKnown(conversation, conversationList, edit))) return;
  await edit.passOver(conversationList.collection);
  await edit.remove(conversation.id, conversationList.collection);
}
