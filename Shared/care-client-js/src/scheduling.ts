import type { Listed, Lists } from "./lists.ts";
import type { Appointment } from "./types.ts";
import type { Watch } from "./watch.ts";

export const appointmentPrefix = "appointments/";

/** The person's appointments; loaded anew when a notification tells of a change. */
export class Scheduling {
  readonly #lists: Lists;
  /** Throws where there is none. */
  readonly #user: () => string;

  constructor(lists: Lists, user: () => string) {
    [this.#lists, this.#user] = [lists, user];
  }

  appointments(when: "upcoming" | "past" = "upcoming"): Watch<Listed<Appointment>> {
    const user = this.#user();
    // Upcoming ones come soonest first.
    const sign = when === "upcoming" ? -1 : 1;
    return this.#lists.watch<Appointment>({
      collection: appointmentPrefix + when, key: (item) => item.id, position: (item) => sign * Date.parse(item.startTime), path: `/users/${user}/appointments`,
      query: { when },
    });
  }
}
