import Foundation

/// Every event of Careline. The golden JSON files, the JSON Schemas and `asyncapi.yaml` are all checked against this list; a new
/// event is a type in this folder, a line here, and its golden file.
public enum EventCatalog {
    public static let all: [EventEntry] = [
        EventEntry(
            UserRegistered(
                userId: provider, version: 1, username: "dr.okafor", role: .provider, fullName: "Amara Okafor",
                avatarUrl: "https://images.example/okafor.png", specialty: "cardiology", specialties: ["cardiology"],
                timeZone: "America/Winnipeg", registeredAt: instant("2026-03-02T15:04:05.678Z"), verified: false),
            "A user signed up. The names are those shown to other users of the platform."),
        EventEntry(
            UserUpdated(
                userId: provider, version: 2, username: "dr.okafor", role: .provider, title: "Dr.", fullName: "Amara Okafor",
                avatarUrl: "https://images.example/okafor.png", specialty: "cardiology", specialties: ["cardiology", "internal medicine"],
                practice: "Riverside Heart Clinic", languages: ["en", "fr-CA"], timeZone: "America/Winnipeg", updatedAt: instant("2026-03-03T10:20:30.400Z"),
                verified: true),
            "What a user shows to others changed. All of it is here as it is now: what is absent is empty."),
        EventEntry(
            UserDeleted(userId: patient, version: 2, deletedAt: instant("2026-04-01T09:00:00Z")),
            "A user was erased: whoever kept a copy of anything about them removes it."),
        EventEntry(
            UserSnapshot(
                userId: provider, version: 2, username: "dr.okafor", role: .provider, fullName: "Amara Okafor", avatarUrl: "https://images.example/okafor.png",
                specialty: "cardiology", specialties: ["cardiology", "internal medicine"], timeZone: "America/Winnipeg",
                registeredAt: instant("2026-03-02T15:04:05.678Z"), title: "Dr.", practice: "Riverside Heart Clinic", languages: ["en", "fr-CA"], verified: true),
            "A user as they are now, for who began to listen later than they signed up. The version is that of the last event."),
        EventEntry(
            AppWithdrawn(
                withdrawalId: AppWithdrawalID(uuid("019cd7f8-1a2b-7c3d-8e4f-5061728394a5")), userId: patient, clientId: "clinic-app",
                withdrawnAt: instant("2026-03-10T07:45:00Z")),
            "A user lets an app do nothing more for them: whoever tells it anything in their name ends that."),
        EventEntry(
            SessionRevoked(
                sessionId: SessionID(uuid("019cb0a7-1b2f-7a63-9d0e-54f6c8b7a102")), userId: patient, version: 1,
                reason: .refreshReuse, revokedAt: instant("2026-03-05T18:20:00.250Z")),
            "A session ended before its time: its access tokens are refused from now on."),
        EventEntry(
            AvailabilityChanged(providerId: provider, version: 4, changedAt: instant("2026-03-03T16:00:00Z")),
            "A provider's published hours changed; read them again. The version counts the provider's changes."),
        EventEntry(
            AvailabilitySnapshot(
                providerId: provider, version: 4),
            "A provider has published hours, of which this is the version; read them in the service. The version is that of the last event."),
        EventEntry(
            AppointmentBooked(
                appointmentId: appointment, version: 1, patientId: patient, providerId: provider,
                startTime: instant("2026-03-09T14:30:00Z"), endTime: instant("2026-03-09T15:00:00Z"), bookedBy: guardian),
            "An appointment was booked."),
        EventEntry(
            AppointmentRescheduled(
                appointmentId: appointment, version: 2, patientId: patient, providerId: provider,
                startTime: instant("2026-03-10T16:00:00Z"), endTime: instant("2026-03-10T16:30:00Z"),
                previousStartTime: instant("2026-03-09T14:30:00Z"), previousEndTime: instant("2026-03-09T15:00:00Z"),
                rescheduledBy: patient),
            "An appointment moved from one time to another, in one step: the earlier time is free again."),
        EventEntry(
            AppointmentChanged(
                appointmentId: appointment, version: 3, patientId: patient, providerId: provider,
                startTime: instant("2026-03-10T16:00:00Z"), endTime: instant("2026-03-10T16:30:00Z"), changedBy: patient),
            "What is said of an appointment, its title or its description, was changed. The texts stay in the service."),
        EventEntry(
            AppointmentCancelled(
                appointmentId: appointment, version: 3, patientId: patient, providerId: provider,
                startTime: instant("2026-03-10T16:00:00Z"), endTime: instant("2026-03-10T16:30:00Z"), cancelledBy: provider, hasReason: true),
            "An appointment was cancelled: its time is free again. The reason's text stays in the service."),
        EventEntry(
            AppointmentCompleted(
                appointmentId: appointment, version: 3, patientId: patient, providerId: provider,
                startTime: instant("2026-03-10T16:00:00Z"), endTime: instant("2026-03-10T16:30:00Z")),
            "An appointment took place, as far as is known: where nobody said so, its provider may still say that the patient did not come."),
        EventEntry(
            AppointmentNoShow(
                appointmentId: appointment, version: 3, patientId: patient, providerId: provider,
                startTime: instant("2026-03-10T16:00:00Z"), endTime: instant("2026-03-10T16:30:00Z")),
            "The patient did not come to an appointment."),
        EventEntry(
            AppointmentSnapshot(
                appointmentId: appointment, version: 2, patientId: patient, providerId: provider, startTime: instant("2026-03-10T16:00:00Z"),
                endTime: instant("2026-03-10T16:30:00Z"), status: .booked),
            "An appointment as it is now, for who began to listen later than it was booked. The version is that of the last event."),
        EventEntry(
            HeartRatesRecorded(
                patientId: patient, version: 12, source: .api, count: 3, firstMeasuredAt: instant("2026-03-09T19:02:00Z"),
                lastMeasuredAt: instant("2026-03-09T20:14:00Z"), recordedAt: instant("2026-03-09T20:15:02.310Z")),
            "Resting heart rates of a patient were stored. The values stay in the service. The version counts the patient's batches."),
        EventEntry(
            AlertRaised(alertId: alert, version: 1, patientId: patient, raisedAt: instant("2026-03-09T20:15:02.310Z")),
            "A patient should be asked whether they took their medication. The numbers stay in the service."),
        EventEntry(
            AlertAnswered(alertId: alert, version: 2, patientId: patient, answeredAt: instant("2026-03-09T20:21:40Z")),
            "The patient answered an alert: its notification asks nothing any more. The answer stays in the service."),
        EventEntry(
            AlertSnapshot(
                alertId: alert, version: 2, patientId: patient, raisedAt: instant("2026-03-09T20:15:02.310Z"), answeredAt: instant("2026-03-09T20:21:40Z")),
            "An alert as it is now. The numbers and the answer stay in the service. The version is that of the last event."),
        EventEntry(
            ReminderScheduled(
                reminderId: reminder, version: 1, patientId: patient, alertId: alert, dueAt: instant("2026-03-09T22:21:40Z")),
            "A patient asked to be reminded of their medication, or moved the reminder: then this comes again, as its next version."),
        EventEntry(
            ReminderFired(
                reminderId: reminder, version: 2, patientId: patient, alertId: alert, dueAt: instant("2026-03-09T22:21:40Z"),
                firedAt: instant("2026-03-09T22:21:40.015Z")),
            "A reminder is due: the patient is to be notified now. One for each that was scheduled, unless the patient cancelled it or was erased."),
        EventEntry(
            ReminderCancelled(
                reminderId: reminder, version: 2, patientId: patient, alertId: alert, cancelledAt: instant("2026-03-09T21:05:12.500Z")),
            "A patient cancelled a reminder: it does not fire."),
        EventEntry(
            ReminderSnapshot(
                reminderId: reminder, version: 2, patientId: patient, alertId: alert, dueAt: instant("2026-03-09T22:21:40Z"),
                firedAt: instant("2026-03-09T22:21:40.015Z"), cancelledAt: nil),
            "A reminder as it is now: it still waits when it has neither fired nor been cancelled. The version is that of the last event."),
        EventEntry(
            RecordCreated(
                recordId: record, version: 1, userId: patient, format: .fhirR4, recordType: "Observation",
                createdAt: instant("2026-03-06T17:12:30.125Z")),
            "A health record was stored. Its contents stay in the service, encrypted; read it there."),
        EventEntry(
            RecordUpdated(
                recordId: record, version: 2, userId: patient, format: .fhirR4, recordType: "Observation",
                updatedAt: instant("2026-03-06T18:00:00Z")),
            "A health record has a new version."),
        EventEntry(
            RecordDeleted(
                recordId: record, version: 3, userId: patient, format: .fhirR4, recordType: "Observation",
                deletedAt: instant("2026-03-07T08:30:00Z")),
            "A health record was deleted by its owner. When a whole account is erased, care.users.v1 says so instead."),
        EventEntry(
            RecordSnapshot(
                recordId: record, version: 2, userId: patient, format: .fhirR4, recordType: "Observation", createdAt: instant("2026-03-06T17:12:30.125Z"),
                updatedAt: instant("2026-03-06T18:00:00Z")),
            "A health record that is stored. Its contents stay in the service, encrypted; read it there. The version is that of the last event."),
        EventEntry(
            // Sealed under the key of 32 bytes 00, 01, … 1f.
            ObservationMeasured(
                observationId: record, version: 1, userId: patient, recordVersion: 1, system: "http://loinc.org", code: "40443-4",
                effectiveAt: instant("2026-03-06T17:10:00Z"), effectiveUntil: instant("2026-03-06T17:15:00Z"),
                sealed: "AWRlZmdoaWprbG1ubzM5qwgQnXSkHE0ygbRHRt80o2p_7k7JRJX_mTW-8bzzaK1D_motb9hx94pG"),
            "A measurement was stored or changed: it replaces what an earlier event said of this observation. How much it was is sealed under a key of the person's."),
        EventEntry(
            ObservationRecorded(
                observationId: record, version: 1, userId: patient, recordVersion: 1, system: "http://loinc.org", code: "40443-4",
                value: 62.5, unit: "/min", effectiveAt: instant("2026-03-06T17:10:00Z")),
            "The same of resting heart rates alone, with the value in the clear: sent in the place of measured where the operator still has a reader of it."),
        EventEntry(
            ObservationWithdrawn(
                observationId: record, version: 2, userId: patient, recordVersion: 3, withdrawnAt: instant("2026-03-07T08:30:00Z")),
            "A measurement does not count any more: it was deleted, marked as an error, or is of another kind now."),
        EventEntry(
            ConversationCreated(
                conversationId: conversation, version: 1, participantIds: [patient, provider], createdBy: patient,
                createdAt: instant("2026-03-06T08:15:00.120Z")),
            "A conversation began. Its title and what is said in it stay in the service."),
        EventEntry(
            ConversationInvited(
                conversationId: conversation, version: 2, userId: colleague, invitedBy: provider, invitedAt: instant("2026-03-06T08:50:00Z")),
            "A provider proposed to bring someone into a patient's conversation: they join when the patient says so."),
        EventEntry(
            ConversationDeclined(
                conversationId: conversation, version: 3, userId: colleague, declinedBy: patient, declinedAt: instant("2026-03-06T08:55:00Z")),
            "An invitation was declined by the patient, or taken back by whoever proposed it."),
        EventEntry(
            ConversationJoined(
                conversationId: conversation, version: 2, userId: colleague, addedBy: provider, joinedAt: instant("2026-03-06T09:00:00Z")),
            "Someone was added to a conversation."),
        EventEntry(
            ConversationLeft(conversationId: conversation, version: 3, userId: colleague, leftAt: instant("2026-03-07T12:00:00Z")),
            "A participant left a conversation: what was said until then they may still read."),
        EventEntry(
            ConversationClosed(conversationId: conversation, version: 3, closedBy: provider, closedAt: instant("2026-03-07T17:00:00Z")),
            "A conversation takes no more messages until it is reopened."),
        EventEntry(
            ConversationReopened(conversationId: conversation, version: 4, reopenedBy: provider, reopenedAt: instant("2026-03-08T07:30:00Z")),
            "A closed conversation takes messages again."),
        EventEntry(
            ConversationSnapshot(
                conversationId: conversation, version: 4, participantIds: [patient, provider], createdBy: patient, createdAt: instant("2026-03-06T08:15:00.120Z"),
                isClosed: false),
            "A conversation as it is now. Its title and what is said in it stay in the service. The version is that of the last event."),
        EventEntry(
            MessageSent(
                messageId: message, version: 1, conversationId: conversation, sequence: 2, kind: .text, authorId: patient,
                sentAt: instant("2026-03-06T08:15:00.120Z")),
            "A message was sent. What it says stays in the service."),
        EventEntry(
            MessageDeleted(
                messageId: message, version: 2, conversationId: conversation, sequence: 2, kind: .text,
                deletedAt: instant("2026-03-06T08:16:30Z")),
            "A message was taken back by its author; a tombstone is left in its place."),
        EventEntry(
            MessageSnapshot(
                messageId: message, version: 1, conversationId: conversation, sequence: 2, kind: .text, authorId: patient, sentAt: instant("2026-03-06T08:15:00.120Z")),
            "A message that is there. What it says stays in the service. The version is that of the last event."),
        EventEntry(
            FeedAdvanced(userId: provider, sequence: 118),
            "A user's feed grew by one entry: who holds a socket of theirs reads it from the service."),
        EventEntry(
            FeedTyping(
                participationId: ParticipationID(uuid("019cb2e0-6a10-7f3c-9b21-5d4e3f2a1b0c")), version: 7, conversationId: conversation,
                userId: patient, recipientIds: [provider], typingAt: instant("2026-03-06T08:14:52Z"), typing: true),
            "A participant is typing, or has stopped: shown to the others who are connected, kept in no feed."),
        EventEntry(
            ERCreated(
                erId: er, version: 1, name: "Riverside General Hospital", latitude: 49.8951, longitude: -97.1384,
                timeZone: "America/Winnipeg", phone: "+12045550123", createdAt: instant("2026-03-01T08:00:00Z")),
            "An emergency room was entered in the directory."),
        EventEntry(
            ERUpdated(
                erId: er, version: 2, name: "Riverside General Hospital", latitude: 49.8951, longitude: -97.1384,
                timeZone: "America/Winnipeg", phone: "+12045550199", weeklyHours: "Mo-Fr 08:00-20:00; Sa,Su 10:00-16:00", weeklyHoursFrom: "2026-04-01",
                weeklyHoursTo: "2026-09-30",
                updatedAt: instant("2026-03-02T08:00:00Z")),
            "What the directory says of an emergency room changed: all of it, as it is now."),
        EventEntry(
            ERRemoved(erId: er, version: 3, removedAt: instant("2026-04-02T08:00:00Z")),
            "An emergency room left the directory, its hours with it."),
        EventEntry(
            ERSnapshot(
                erId: er, version: 2, name: "Riverside General Hospital", latitude: 49.8951, longitude: -97.1384, timeZone: "America/Winnipeg", phone: "+12045550199",
                weeklyHours: "Mo-Fr 08:00-20:00; Sa,Su 10:00-16:00", weeklyHoursFrom: "2026-04-01", weeklyHoursTo: "2026-09-30",
                createdAt: instant("2026-03-01T08:00:00Z"), updatedAt: instant("2026-03-02T08:00:00Z")),
            "An emergency room of the directory: all that it says of it, as it is now. The version is that of the last event."),
        EventEntry(
            ERScheduleChanged(
                erId: er, version: 7,
                days: [
                    ERScheduleChanged.Day(date: "2026-03-08", intervals: [ERScheduleChanged.Hours(start: "08:00", end: "20:00")]),
                    ERScheduleChanged.Day(date: "2026-03-09", intervals: []),
                    ERScheduleChanged.Day(date: "2026-03-10", intervals: nil)
                ], changedAt: instant("2026-03-02T08:00:00Z")),
            "An emergency room's hours on some dates changed. The version counts the changes of its hours."),
        EventEntry(
            ERScheduleSnapshot(
                erId: er, version: 7,
                days: [
                    ERScheduleChanged.Day(date: "2026-03-08", intervals: [ERScheduleChanged.Hours(start: "08:00", end: "20:00")]),
                    ERScheduleChanged.Day(date: "2026-03-09", intervals: [])
                ]),
            "The hours of an emergency room's single dates, from the day before on, all that are known; dates that are not named have the week's. The version is that of the last event."
        ),
        EventEntry(
            RecordAccessOverridden(
                overrideId: emergencyAccess, version: 1, patientId: patient, providerId: provider, beganAt: instant("2026-03-09T03:12:00Z"),
                endsAt: instant("2026-03-09T04:12:00Z")),
            "A provider reads a patient's record without their consent, in an emergency, until the time that it says. The patient is told."),
        EventEntry(
            SubscriptionNotified(
                subscriptionId: subscription, version: 8, patientId: patient, subscriberId: provider, role: .provider, notice: .change, eventNumber: 7,
                notifiedAt: instant("2026-03-06T17:12:30.125Z")),
            "Somebody who subscribed to changes of a health record is told: it has begun, there were changes, or it still goes on. Which changes, they read from the records."
        ),
        EventEntry(
            SubscriptionHookNotified(
                subscriptionId: subscription, version: 8, patientId: patient, subscriberId: provider, clientId: "clinic-app",
                addressDigest: "1b0e5e4e6f2f3bcf07c1a1b6f0f3a4c3a9d7a2c2f6ea0f1a3f5b0c6d7e8f9a0b", notice: .change, eventNumber: 7,
                notification: #"{"resourceType":"Bundle","type":"history"}"#, notifiedAt: instant("2026-03-06T17:12:30.125Z")),
            "Who subscribed to changes of a health record for an app's address is told there, by the notification that this holds: that it has begun, what changed, or that it still goes on."
        ),
        EventEntry(
            SubscriptionHookChanged(
                subscriptionId: subscription, version: 1, notificationVersion: 8, hookState: .active, changedAt: instant("2026-03-06T17:12:31.250Z")),
            "What became of a subscription's notifications at an app's address: the first came through, or they were given up."),
        EventEntry(
            OrganisationCreated(
                organisationId: organisation, version: 1, name: "Riverside Heart Clinic", timeZone: "America/Winnipeg", createdAt: instant("2026-03-02T16:00:00Z")),
            "A clinic, or another house that people work in together, is on the platform. Its first owner comes with the next event."),
        EventEntry(
            OrganisationChanged(
                organisationId: organisation, version: 4, name: "Riverside Heart and Lung Clinic", timeZone: "America/Winnipeg",
                changedAt: instant("2026-03-04T09:30:00Z")),
            "What an organisation says of itself changed; its name and time zone as they are now."),
        EventEntry(
            OrganisationMemberJoined(
                organisationId: organisation, version: 3, userId: provider, roles: [.practitioner], joinedAt: instant("2026-03-03T08:15:00Z")),
            "Somebody became a member of an organisation."),
        EventEntry(
            OrganisationMemberChanged(
                organisationId: organisation, version: 5, userId: provider, roles: [.administrator, .practitioner], changedAt: instant("2026-03-05T11:00:00Z")),
            "A member of an organisation does other things there than before: all of them, as they are now."),
        EventEntry(
            OrganisationMemberLeft(organisationId: organisation, version: 6, userId: colleague, leftAt: instant("2026-03-06T17:45:00Z")),
            "Somebody is no member of an organisation any more, nor in any of its teams, of which no further event comes."),
        EventEntry(
            OrganisationClosed(organisationId: organisation, version: 7, closedAt: instant("2026-12-31T23:00:00Z")),
            "An organisation is closed, for good. Nobody is a member any more, and there are no teams, of which no further event comes."),
        EventEntry(
            OrganisationTeamCreated(
                organisationId: organisation, version: 6, teamId: team, name: "Front desk", memberIds: [provider],
                createdAt: instant("2026-03-05T12:00:00Z")),
            "An organisation has a new team: some of its members, under a name."),
        EventEntry(
            OrganisationTeamChanged(
                organisationId: organisation, version: 7, teamId: team, name: "Front desk, mornings", memberIds: [provider, colleague],
                changedAt: instant("2026-03-05T12:30:00Z")),
            "A team has another name, or other members: all of it, as it is now."),
        EventEntry(
            OrganisationTeamDeleted(organisationId: organisation, version: 8, teamId: team, deletedAt: instant("2026-03-05T13:00:00Z")),
            "A team is no more. Its members stay members of the organisation."),
        EventEntry(
            OrganisationSnapshot(
                organisationId: organisation, version: 5, name: "Riverside Heart and Lung Clinic", timeZone: "America/Winnipeg",
                members: [
                    OrganisationSnapshot.Member(userId: provider, roles: [.administrator, .practitioner]),
                    OrganisationSnapshot.Member(userId: colleague, roles: [.owner])
                ], createdAt: instant("2026-03-02T16:00:00Z"), isClosed: false,
                teams: [OrganisationSnapshot.Team(teamId: team, name: "Front desk", memberIds: [provider])]),
            "An organisation as it is now, with its members and teams. The version is that of the last event.")
    ]

    public static func entry(type: String) -> EventEntry? { all.first { $0.type == type } }

    /// What a field means, the same in every event that has it.
    public static let meanings: [String: String] = [
        "addedBy": "The participant who added them.",
        "addressDigest": "SHA-256 of the address, in hexadecimal digits.",
        "alertId": "The alert.",
        "answeredAt": "When the patient answered.",
        "appointmentId": "The appointment.",
        "authorId": "The user who wrote it; absent for the platform's own messages.",
        "avatarUrl": "Address of the user's picture.",
        "bookedBy": "The user who booked in the patient's place, their guardian; absent when the patient did.",
        "beganAt": "When it began.",
        "cancelledAt": "When it was cancelled.",
        "cancelledBy": "The user who cancelled.",
        "changedAt": "When the change was made.",
        "changedBy": "The user who changed it.",
        "clientId": "The app: by which they subscribed, or that may do nothing more.",
        "closedAt": "When it was closed.",
        "closedBy": "The participant who closed it; absent when the platform did.",
        "code": "The code of what was measured, in its system.",
        "conversationId": "The conversation.",
        "count": "How many were new.",
        "createdAt": "When it was first stored.",
        "createdBy": "The user who began it; absent when the platform did.",
        "days": "The dates whose hours changed, as they are now on the emergency room's own clocks: without `intervals` they are not known, with none it is closed.",
        "declinedAt": "When it was declined or taken back.",
        "declinedBy": "The participant who declined it or took it back.",
        "deletedAt": "When the user was erased, or the record, message or team deleted.",
        "dueAt": "When the reminder was to fire.",
        "effectiveAt": "When the measurement was taken; of a period, when that began.",
        "effectiveUntil": "When the period ended that the measurement is of; absent of an instant.",
        "endsAt": "When it ends by itself.",
        "endTime": "Where the appointment ends; this instant is no longer part of it.",
        "erId": "The emergency room.",
        "firedAt": "When the reminder fired.",
        "firstMeasuredAt": "When the earliest of them was measured.",
        "format": "How the record is written.",
        "eventNumber": "The number of the subscription's last change; 0 before the first.",
        "fullName": "The name that other users see.",
        "hasReason": "Whether whoever cancelled said why. Both sides read it at the appointment.",
        "hookState": "How it stands now: `active`, or `error` when it was given up.",
        "invitedAt": "When they were proposed.",
        "invitedBy": "The participant who proposed them.",
        "isClosed": "Whether it is closed: a conversation then takes no more messages.",
        "joinedAt": "When they were added.",
        "kind": "What it holds.",
        "languages": "The languages that the user reads, best first, each by its BCP 47 tag, such as fr-CA.",
        "lastMeasuredAt": "When the latest of them was measured.",
        "latitude": "WGS 84, degrees north.",
        "leftAt": "When they left.",
        "longitude": "WGS 84, degrees east.",
        "memberIds": "Who is in the team.",
        "members": "Who does what there; none of an organisation that is closed.",
        "messageId": "The message.",
        "name": "What the house, or the team, is called.",
        "notice": "Why they are told.",
        "notification": "A Bundle of FHIR in JSON, as the app is sent it: ids, numbers and times.",
        "notificationVersion": "The version of the event that held the notification.",
        "notifiedAt": "When it was found out.",
        "observationId": "The record that holds the observation.",
        "organisationId": "The organisation.",
        "overrideId": "The emergency access.",
        "participantIds": "Everyone in the conversation.",
        "participationId": "One person's part in one conversation.",
        "patientId": "The patient.",
        "phone": "E.164, such as +12045551234; absent when none is known.",
        "practice": "Where a provider practises, as they call it; absent for everyone else.",
        "previousEndTime": "Where the appointment ended before.",
        "previousStartTime": "Where the appointment began before.",
        "providerId": "The provider.",
        "providerSpecialty": "The former name of `specialty`, which says the same.",
        "raisedAt": "When the alert was raised.",
        "reason": "Why the session ended.",
        "recipientIds": "The other participants.",
        "recordedAt": "When they were stored.",
        "recordId": "The record.",
        "recordType": "The FHIR resource type, or AppData.",
        "recordVersion": "The record's version that this comes from.",
        "registeredAt": "When the user signed up.",
        "reminderId": "The reminder.",
        "removedAt": "When it left the directory.",
        "reopenedAt": "When the conversation was reopened.",
        "reopenedBy": "The participant who reopened it.",
        "rescheduledBy": "The user who moved the appointment.",
        "revokedAt": "When the session ended.",
        "role": "What the user may be on the platform.",
        "roles": "What the member does there, all of it.",
        "sealed": "How much was measured, sealed under the person's key for measurements; /docs/event-consumers says how it is opened.",
        "sentAt": "When it was sent.",
        "sequence": "The place in its conversation or feed: 1 for the first, then one more each, without a hole.",
        "sessionId": "The session.",
        "source": "How they came in.",
        "specialties":
            "All that a provider practises, `specialty` first; absent for everyone else, and in events of releases that knew one alone: then that is all.",
        "specialty": "What a provider practises, the main thing of several; absent for everyone else.",
        "startTime": "Where the appointment begins.",
        "status": "How it stands.",
        "subscriberId": "The user who subscribed.",
        "subscriptionId": "The record that holds the subscription.",
        "system": "The code system: http://loinc.org.",
        "timeZone": "IANA time zone, such as America/Winnipeg.",
        "teamId": "The team.",
        "teams": "The teams there; none of an organisation that is closed.",
        "title": "What the user is addressed by before the name, such as Dr.",
        "typing": "False when they have stopped; true, or absent, while they type.",
        "typingAt": "When they were last typing; shown for 20 seconds.",
        "unit": "The unit's UCUM code, such as /min.",
        "updatedAt": "When it was changed.",
        "userId": "The user.",
        "username": "The name to log in with, unique among users.",
        "value": "The measured number, in the unit.",
        "verified":
            "Whether somebody who may has seen that this provider is one; only then are they listed, booked and written to. Absent for everyone else, and in events of releases that knew no difference: then what was known of them holds, and of whom nothing was they are one.",
        "version": "1 for the first event of this subject, then one more each: a gap means that one was missed.",
        "weeklyHours": "The hours of every week, as OpenStreetMap writes them; absent when none are known. A single date's own hours come before them.",
        "weeklyHoursFrom": "The first date that the weekly hours hold on, such as 2026-03-08; absent when they have held for ever.",
        "weeklyHoursTo": "The last date that the weekly hours hold on; absent when they do not end.",
        "withdrawalId": "The withdrawal.",
        "withdrawnAt": "When it ceased to count, or to be let in."
    ]

    /// Fields that have a better name beside them: both are written for as long as the event's version is in its name.
    public static let formerNames: Set<String> = ["providerSpecialty", "hours"]

    // The people and things of the examples.
    private static let er = ERID(uuid("019cafe0-2b3c-7d4e-9f50-617283940a1b"))
    private static let provider = UserID(uuid("019ca000-55aa-7d10-8f3b-9a1c2e4d6f80"))
    private static let patient = UserID(uuid("019ca001-0b1c-7e2d-b3f4-a5968778695a"))
    private static let guardian = UserID(uuid("019ca001-0b1c-7e2d-b3f4-a59687786970"))
    private static let record = RecordID(uuid("019cc3d2-8e5f-7a06-b7c8-1a2b3c4d5e6f"))
    private static let appointment = AppointmentID(uuid("019caf10-3c4d-7b5e-a6f7-081929384756"))
    private static let alert = AlertID(uuid("019cd2e1-4a5b-7c6d-8e9f-0a1b2c3d4e5f"))
    private static let reminder = ReminderID(uuid("019cd2e7-5b6c-7d8e-9fa0-1b2c3d4e5f60"))
    private static let colleague = UserID(uuid("019ca002-7c44-7a90-8e1d-2b3c4d5e6f70"))
    private static let conversation = ConversationID(uuid("019cb2df-10aa-7b44-8c55-6677889900aa"))
    private static let organisation = OrganisationID(uuid("019cb7f1-2a3b-7c4d-8e5f-60718293a4b5"))
    private static let team = TeamID(uuid("019cbc8a-5d6e-7f80-9102-a3b4c5d6e7f8"))
    private static let emergencyAccess = RecordOverrideID(uuid("019cd0e2-3b4c-7d5e-8f60-718293a4b5c6"))
    private static let subscription = RecordID(uuid("019cc3d4-9f60-7b17-88d9-2b3c4d5e6f70"))
    private static let message = MessageID(uuid("019cb2df-10ab-7c01-9d02-a1b2c3d4e5f6"))

    private static func uuid(_ text: String) -> UUID {
        guard let uuid = UUID(strictly: text) else { preconditionFailure("an example's id is no UUID: \(text)") }
        return uuid
    }

    private static func instant(_ text: String) -> Date {
        guard let instant = RFC3339.parse(text) else { preconditionFailure("an example's time is no instant: \(text)") }
        return instant
    }
}
