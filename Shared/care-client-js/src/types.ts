// Made by generate-types from deploy/api/openapi.yaml: change that, and run it.

export interface Alert {
  id: Id;
  version: number;
  raisedAt: Instant;
  text: string;
  heartRate: HeartRate;
  boundary: number;
  answer?: {
    taken: "yes" | "no";
    remindInHours?: number;
    answeredAt: Instant;
  };
  reminder?: {
    id: Id;
    dueAt: Instant;
    firedAt?: Instant;
    cancelledAt?: Instant;
  };
}

export interface Appointment {
  id: Id;
  version: number;
  status: AppointmentStatus;
  providerId: Id;
  providerName?: string;
  patientId: Id;
  patientName?: string;
  title: string;
  description?: string;
  startTime: Instant;
  endTime: Instant;
  timeZone: string;
  bookedBy?: Id;
  rescheduledBy?: Id;
  organisationId?: Id;
  cancellation?: {
    cancelledBy?: Id;
    cancelledAt?: Instant;
    reason?: string;
  };
  createdAt: Instant;
  updatedAt: Instant;
}

export interface AppointmentPage {
  items: Appointment[];
  nextCursor?: string;
}

export type AppointmentStatus = "held" | "booked" | "cancelled" | "completed" | "no-show";

export interface Attachment {
  id: Id;
  kind?: "image" | "video" | "document" | "audio";
  contentType?: string;
  size: number;
  fileName?: string;
  width?: number;
  height?: number;
  durationSeconds?: number;
  conversationId?: Id;
  createdAt: Instant;
  download: {
    url: string;
    expiresAt: Instant;
  };
}

/** Beats per minute. */
export type BPM = number;

/** Exactly one of them. */
export interface Content {
  text?: string;
  image?: Media;
  video?: Media;
  document?: Media;
  audio?: Media;
}

export interface Conversation {
  id: Id;
  title?: string;
  patientId?: Id;
  participants: Participant[];
  invitations?: Invitation[];
  unreadCount: number;
  lastMessage?: Item;
  closed: boolean;
  preview: string;
  createdAt: Instant;
  updatedAt: Instant;
  leftAt?: Instant;
}

export interface ConversationPage {
  items: Conversation[];
  nextCursor?: string;
}

export interface FeedEntry {
  sequence: number;
  kind: string;
  at: Instant;
  conversationId?: Id;
  item?: Item;
  conversation?: Conversation;
  seen?: {
    userId: Id;
    sequence: number;
  };
  notification?: Notification;
}

export interface HealthSummary {
  latest?: HeartRate;
  boundary?: number;
  timeZone: string;
  today: string;
  series: {
    date: string;
    average?: number;
    count: number;
  }[];
  sevenDayAverage?: number;
  lastTakenAt?: Instant;
  warnings: string[];
}

export interface HeartRate {
  at: Instant;
  bpm: BPM;
}

/** A UUID. */
export type Id = string;

/** RFC 3339; in answers always UTC. */
export type Instant = string;

export interface Invitation {
  userId: Id;
  role?: "patient" | "provider" | "scheduler" | "admin" | "service";
  username?: string;
  fullName?: string;
  avatarUrl?: string;
  invitedBy: Id;
  invitedAt: Instant;
}

/** A message or an activity. `deletedAt`, without `content`: a tombstone. */
export interface Item {
  id: Id;
  conversationId: Id;
  sequence: number;
  kind: "text" | "image" | "video" | "document" | "audio" | "system" | "activity";
  authorId?: Id;
  clientId?: string;
  replyToId?: Id;
  content?: Content;
  details?: ItemDetails;
  createdAt: Instant;
  deletedAt?: Instant;
}

/** What a system message or an activity is about, for the app to word. */
export interface ItemDetails {
  event: string;
  appointmentId?: Id;
  startTime?: Instant;
  endTime?: Instant;
  previousStartTime?: Instant;
  userId?: Id;
  doneBy?: Id;
  hasReason?: boolean;
}

export interface ItemPage {
  items: Item[];
  nextCursor?: string;
}

export interface Media {
  attachmentId: Id;
  caption?: string;
  thumbnailAttachmentId?: Id;
  contentType?: string;
  size?: number;
  fileName?: string;
  width?: number;
  height?: number;
  durationSeconds?: number;
}

/** Exactly one of them. */
export interface NewContent {
  text?: string | null;
  image?: NewMedia | null;
  video?: NewMedia | null;
  document?: NewMedia | null;
  audio?: NewMedia | null;
}

export interface NewConversation {
  title?: string | null;
  participantIds: Id[];
  initialMessage?: NewMessage | null;
}

/** `thumbnailAttachmentId` (an image) for videos and documents only. */
export interface NewMedia {
  attachmentId: Id;
  caption?: string | null;
  thumbnailAttachmentId?: Id | null;
}

export interface NewMessage {
  clientId: string;
  replyToId?: Id | null;
  content: NewContent;
}

/** Of an `alert`: read it at `GET /health/alerts/{alertId}`, answer it at `POST /health/alerts/{alertId}/answer`. Of a `record-access`: a provider reads the record without consent, in an emergency; `GET /records/access-log` says what. */
export interface Notification {
  id: Id;
  kind: string;
  title: string;
  details: NotificationDetails;
  createdAt: Instant;
  readAt?: Instant;
  answeredAt?: Instant;
}

export interface NotificationDetails {
  appointmentId?: Id;
  startTime?: Instant;
  endTime?: Instant;
  isChange?: boolean;
  hasReason?: boolean;
  conversationId?: Id;
  alertId?: Id;
  reminderId?: Id;
  dueAt?: Instant;
  overrideId?: Id;
  providerId?: Id;
  subscriptionId?: Id;
  patientId?: Id;
  eventNumber?: number;
}

export interface NotificationPage {
  items: Notification[];
  nextCursor?: string;
}

export interface Participant {
  userId: Id;
  role?: "patient" | "provider" | "scheduler" | "admin" | "service";
  username?: string;
  fullName?: string;
  avatarUrl?: string;
  typingAt?: Instant;
  seenUntil?: Instant;
  seenSequence: number;
}

/** RFC 9457. The page at `type` says what it means, what to do, and which further fields problems of that type have: limits, minutes, days and versions are whole numbers, the others strings. All types are listed at `/problems/`; there may be new ones at any time. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  requestId: string;
  fields?: {
    field: string;
    message: string;
    limit?: number;
  }[];
}

export interface SDKVersions {
  platforms: {
    platform: string;
    versions: {
      range: string;
      status: "supported" | "deprecated" | "unsupported";
    }[];
  }[];
}

export interface StreamTicket {
  ticket: string;
  expiresAt: Instant;
}
