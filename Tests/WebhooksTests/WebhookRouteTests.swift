import CareModels
import CareService
import Foundation
import HTTP
import Postgres
import Sealing
import ServiceTestKit
import Testing

@testable import WebhooksService

@Suite(.timeLimit(.minutes(5))) struct WebhookRouteTests {
    private static let booked = AppointmentBooked.type

    @Test func aWebhookIsMadeReadChangedAndRemoved() async throws {
        try await World.run { world in
            let client = try await world.client()
            let body = #"{"url": "https://hooks.example.org/a", "types": ["\#(Self.booked)", "\#(Self.booked)"], "description": " Our CRM "}"#
            let made = try await world.send(.POST, "/webhooks", client, body)
            let webhook: WebhookBody = try made.decode()
            #expect(made.status == 201 && made.headers.first(name: "Location") == "/webhooks/\(webhook.id)" && made.tag == "\"1\"")
            #expect(webhook.status == "active" && webhook.types == [Self.booked] && webhook.description == "Our CRM")
            #expect(webhook.secret?.hasPrefix("whsec_") == true)

            let path = "/webhooks/\(webhook.id)"
            #expect(try await world.webhook(webhook.id, client).secret == nil, "the secret is shown once")
            let stale = try await world.send(.PATCH, path, client, #"{"status": "paused"}"#, headers: ["If-Match": "\"2\""])
            #expect(stale.status == 412)
            let changed = try await world.send(
                .PATCH, path, client, #"{"description": null, "status": "paused", "types": ["\#(AppointmentCancelled.type)"]}"#, headers: ["If-Match": "\"1\""])
            let after: WebhookBody = try changed.decode()
            #expect(after.description == nil && after.status == "paused" && after.types == [AppointmentCancelled.type] && after.version == 2)
            #expect(after.url == "https://hooks.example.org/a")
            #expect(try await world.send(.PATCH, path, client, "{}").decode(WebhookBody.self).version == 2, "nothing was changed")

            #expect(try await world.get("/webhooks", client).decode(PageBody<WebhookBody>.self).items.map(\.id) == [webhook.id])
            #expect(try await world.send(.DELETE, path, client, headers: ["If-Match": "\"1\""]).status == 412)
            #expect(try await world.send(.DELETE, path, client).status == 204)
            #expect(try await world.get(path, client).status == 404)
            #expect(try await world.count("SELECT count(*) FROM signing_secrets") == 0)
        }
    }

    @Test func theFormerNameOfItsStatusIsTakenToo() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let path = "/webhooks/\(try await world.subscribe(client, to: receiver).id)"
                for (body, status) in [
                    (#"{"state": "paused"}"#, "paused"), (#"{"status": "active"}"#, "active"), (#"{"status": "paused", "state": "paused"}"#, "paused")
                ] {
                    let changed: WebhookBody = try await world.send(.PATCH, path, client, body).decode()
                    #expect(changed.status == status && changed.state == status, "\(body)")
                }
                let refused = try await world.send(.PATCH, path, client, #"{"status": "active", "state": "paused"}"#)
                #expect(try refused.status == 400 && refused.problem.fieldNames == ["status", "state"])
            }
        }
    }

    @Test func listsGoOnWhereAPageEnds() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                for _ in 0..<5 {
                    _ = try await world.subscribe(client, to: receiver)
                    world.clock.advance(1)
                }
                var (ids, after): ([String], String?) = ([], "")
                while let cursor = after {
                    let page: PageBody<WebhookBody> = try await world.get("/webhooks?limit=2\(cursor.isEmpty ? "" : "&after=\(cursor)")", client).decode()
                    ids += page.items.map(\.id)
                    after = page.nextCursor
                }
                #expect(ids.count == 5 && Set(ids).count == 5)
                let webhook = try await world.webhook(ids[0], client)
                for _ in 0..<3 {
                    try await world.hear([world.booked()])
                    try await world.deliverDue()
                    world.clock.advance(1)
                }
                let first: PageBody<AttemptBody> = try await world.get("/webhooks/\(webhook.id)/deliveries?limit=2", client).decode()
                let cursor = try #require(first.nextCursor)
                let rest: PageBody<AttemptBody> = try await world.get("/webhooks/\(webhook.id)/deliveries?limit=2&after=\(cursor)", client).decode()
                #expect(first.items.count == 2 && rest.items.count == 1 && rest.nextCursor == nil)
            }
        }
    }

    @Test func onlyMachinesWithTheScopeMayAndEachItsOwn() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let (client, other) = (try await world.client(), try await world.client("other"))
                let webhook = try await world.subscribe(client, to: receiver)
                let routes: [(HTTPMethod, String, String?)] = [
                    (.POST, "/webhooks", "{}"), (.GET, "/webhooks", nil), (.GET, "/webhooks/\(webhook.id)", nil), (.PATCH, "/webhooks/\(webhook.id)", "{}"),
                    (.DELETE, "/webhooks/\(webhook.id)", nil), (.POST, "/webhooks/\(webhook.id)/secrets", "{}"), (.POST, "/webhooks/\(webhook.id)/test", nil),
                    (.POST, "/webhooks/\(webhook.id)/replays", #"{"from": "2026-07-01T00:00:00Z"}"#), (.GET, "/webhooks/\(webhook.id)/deliveries", nil)
                ]
                let user = UserID(.v7())
                let patient = World.Person(id: user, token: try TestIssuer.token(user, .patient, scope: "webhooks"))
                let admin = World.Person(id: user, token: try TestIssuer.token(user, .admin, scope: "webhooks"))
                let unscoped = World.Person(id: user, token: try TestIssuer.token(nil, .service, scope: "records:read", client: "crm"))
                for (method, path, body) in routes {
                    #expect(try await world.send(method, path, nil, body).status == 401)
                    for caller in [patient, admin, unscoped] { #expect(try await world.send(method, path, caller, body).status == 403) }
                    if path != "/webhooks" { #expect(try await world.send(method, path, other, body).status == 404, "\(method) \(path)") }
                }
                #expect(try await world.get("/webhooks", other).decode(PageBody<WebhookBody>.self).items.isEmpty)
                #expect(receiver.calls.isEmpty)
            }
        }
    }

    @Test(arguments: [
        (#"{"types": ["care.appointments.booked.v1"]}"#, ["url"]), (#"{"url": "https://a.example", "types": []}"#, ["types"]),
        (#"{"url": "https://a.example", "types": ["care.unheard.v1", "care.feed.advanced.v1"]}"#, ["types[0]", "types[1]"]),
        (#"{"url": "http://a.example", "types": ["care.appointments.booked.v1"]}"#, ["url"]),
        (#"{"url": "https://10.0.0.1", "types": ["care.appointments.booked.v1"]}"#, ["url"]),
        (#"{"url": "https://a.example", "types": ["care.appointments.booked.v1"], "secret": "mine"}"#, ["secret"])
    ]) func whatIsFaultyIsNamed(_ body: String, _ fields: [String]) async throws {
        try await World.run { world in
            let client = try await world.client()
            let refused = try await world.send(.POST, "/webhooks", client, body)
            #expect(refused.status == 400)
            #expect(try refused.problem.fieldNames == fields)
        }
    }

    /// Of a list that is too long no name is looked at.
    @Test func tooManyTypesAreOneFault() async throws {
        try await World.run { world in
            let client = try await world.client()
            let types = (0...Webhook.mostTypes).map { #""unheard \#($0)""# }.joined(separator: ", ")
            let refused = try await world.send(.POST, "/webhooks", client, #"{"url": "https://a.example", "types": [\#(types)]}"#)
            #expect(refused.status == 400)
            #expect(try refused.problem.fieldNames == ["types"])
        }
    }

    @Test func whatCannotBeIsNotChanged() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let path = "/webhooks/\(try await world.subscribe(client, to: receiver).id)"
                for (body, field) in [
                    (#"{"status": "disabled"}"#, "status"), (#"{"status": null}"#, "status"), (#"{"state": "disabled"}"#, "state"), (#"{"state": null}"#, "state"),
                    (#"{"url": null}"#, "url"), (#"{"types": []}"#, "types"), (#"{"description": "CRM \u202eMRC"}"#, "description")
                ] {
                    let refused = try await world.send(.PATCH, path, client, body)
                    #expect(refused.status == 400)
                    #expect(try refused.problem.fieldNames == [field])
                }
                for (body, field) in [("{}", "from"), (#"{"from": "yesterday"}"#, "from")] {
                    #expect(try await world.send(.POST, path + "/replays", client, body).problem.fieldNames == [field])
                }
                for hours in [-1, 169] {
                    let refused = try await world.send(.POST, path + "/secrets", client, #"{"overlapHours": \#(hours)}"#)
                    #expect(try refused.problem.fieldNames == ["overlapHours"])
                    #expect(try refused.decode(FaultsBody.self).fields.map(\.limit) == [168])
                }
            }
        }
    }

    @Test func aClientHasOnlyTheTypesThatItsOperatorGrants() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client(types: [Self.booked])
                let body = #"{"url": "https://hooks.example.org", "types": ["\#(Self.booked)", "\#(AppointmentCancelled.type)"]}"#
                let refused = try await world.send(.POST, "/webhooks", client, body)
                #expect(refused.status == 403)
                #expect(try refused.problem.detail?.contains(AppointmentCancelled.type) == true)
                let webhook = try await world.subscribe(client, to: receiver)
                #expect(try await world.send(.PATCH, "/webhooks/\(webhook.id)", client, #"{"types": ["\#(AppointmentCancelled.type)"]}"#).status == 403)
                let nobody = World.Person(id: UserID(.v7()), token: try TestIssuer.token(nil, .service, scope: "webhooks", client: "stranger"))
                #expect(try await world.send(.POST, "/webhooks", nobody, body).status == 403)
            }
        }
    }

    @Test func aClientHasSoManyAndARetryMakesNoSecond() async throws {
        try await World.run { world in
            let client = try await world.client()
            let body = #"{"url": "https://hooks.example.org", "types": ["\#(Self.booked)"]}"#
            let first = try await world.send(.POST, "/webhooks", client, body, headers: ["Idempotency-Key": "one"])
            let again = try await world.send(.POST, "/webhooks", client, body, headers: ["Idempotency-Key": "one"])
            #expect(first.status == 201 && again.body == first.body && again.headers.first(name: "Idempotent-Replayed") == "true")
            for _ in 1..<Webhook.most { #expect(try await world.send(.POST, "/webhooks", client, body).status == 201) }
            let refused = try await world.send(.POST, "/webhooks", client, body)
            #expect(refused.status == 409)
            #expect(try refused.problem.slug == "quota-exceeded")
            #expect(try refused.decode(QuotaBody.self).limit == Webhook.most)
        }
    }

    @Test func anEarlierSecretSignsTooUntilTheOverlapEnds() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let old = try #require(webhook.secret)
                let rotated = try await world.send(.POST, "/webhooks/\(webhook.id)/secrets", client, #"{"overlapHours": 2}"#)
                let new: SecretBody = try rotated.decode()
                #expect(rotated.status == 201 && new.secret != old && new.previousUntil == world.clock.now + 7200)
                try await world.hear([world.booked()])
                try await world.deliverDue()
                let both = try #require(receiver.calls.last)
                #expect(both.signatures.count == 2 && both.isSigned(by: old) && both.isSigned(by: new.secret))
                world.clock.advance(7201)
                try await world.hear([world.booked()])
                try await world.deliverDue()
                let one = try #require(receiver.calls.last)
                #expect(one.signatures.count == 1 && !one.isSigned(by: old) && one.isSigned(by: new.secret))
                let forget = ForgetOld(retention: world.dependencies.settings.retention, now: world.dependencies.now)
                _ = try await world.pool.transaction { try await forget($0) }
                #expect(try await world.count("SELECT count(*) FROM signing_secrets") == 1)
            }
        }
    }

    /// Never more than a batch, whatever plan the database takes, and those that still sign stay.
    @Test func secretsAreForgottenInBatches() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let webhook = try await world.subscribe(try await world.client(), to: receiver)
                let (id, now) = (try #require(WebhookID(webhook.id)), world.clock.now)
                try await world.pool.withConnection { connection in
                    try await connection.execute(
                        """
                        INSERT INTO signing_secrets (id, webhook_id, sealed, master_key_id, created_at, expires_at)
                        SELECT gen_random_uuid(), \(id), '', '', \(now), \(now) FROM generate_series(1, 250)
                        """)
                    try await connection.execute("ANALYZE signing_secrets")
                }
                let left = try await world.pool.left("SELECT count(*) FROM signing_secrets") { try await $0.forgetExpiredSecrets(now: now, batch: 100) }
                #expect(left == [151, 51, 1])
            }
        }
    }

    @Test func whatWaitsWhilePausedComesAfterwards() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let path = "/webhooks/\(try await world.subscribe(client, to: receiver).id)"
                #expect(try await world.send(.PATCH, path, client, #"{"status": "paused"}"#).status == 200)
                let appointment = AppointmentID(.v7())
                try await world.hear((1...3).map { world.booked(appointment, version: $0) })
                try await world.deliverDue()
                #expect(receiver.calls.isEmpty)
                #expect(try await world.send(.PATCH, path, client, #"{"status": "active"}"#).status == 200)
                try await world.deliverDue()
                #expect(try receiver.calls.map { try $0.event().data.version } == [1, 2, 3])
            }
        }
    }

    @Test func whatWasSentComesAgainFromAnInstantOn() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let appointment = AppointmentID(.v7())
                try await world.hear((1...4).map { world.booked(appointment, version: $0) })
                try await world.deliverDue()
                receiver.forget()
                // The events are of now, by the machine's clock: an instant between the second and the third.
                let times = try await world.pool.withConnection { connection in
                    try await connection.query("SELECT occurred_at FROM events ORDER BY position").map { try $0["occurred_at"] as Date }
                }
                _ = try await world.pool.withConnection { connection in
                    try await connection.execute("UPDATE events SET occurred_at = \(times[0] - 60) WHERE position < (SELECT max(position) - 1 FROM events)")
                }
                let body = #"{"from": "\#(RFC3339.format(times[0] - 30))"}"#
                let replayed = try await world.send(.POST, "/webhooks/\(webhook.id)/replays", client, body, headers: ["Idempotency-Key": "again"])
                #expect(replayed.status == 201)
                #expect(try replayed.decode(ReplayBody.self).queued == 2)
                // What waits is not made to wait twice.
                #expect(try await world.send(.POST, "/webhooks/\(webhook.id)/replays", client, body).decode(ReplayBody.self).queued == 0)
                try await world.deliverDue()
                #expect(try receiver.calls.map { try $0.event().data.version } == [3, 4])
            }
        }
    }

    /// Who asks for a replay has mended the receiver: what it refused waits no longer.
    @Test func aReplayDoesNotWaitForWhatWasRefusedBefore() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let (one, other) = (AppointmentID(.v7()), AppointmentID(.v7()))
                try await world.hear([world.booked(one)])
                try await world.deliverDue()
                receiver.answer(500)
                try await world.hear([world.booked(one, version: 2), world.booked(other)])
                try await world.deliverDue()
                receiver.answer(204)
                receiver.forget()
                try await world.deliverDue()
                #expect(receiver.calls.isEmpty, "the wait is not over")
                let replayed = try await world.send(.POST, "/webhooks/\(webhook.id)/replays", client, #"{"from": "2020-01-01T00:00:00Z"}"#)
                #expect(try replayed.decode(ReplayBody.self).queued == 1)
                try await world.deliverDue()
                let sent = try receiver.calls.map { try $0.event() }
                #expect(sent.filter { $0.subject == one.description }.map(\.data.version) == [1, 2])
                #expect(sent.filter { $0.subject == other.description }.map(\.data.version) == [1])
            }
        }
    }

    @Test func moreThanMayWaitIsNotReplayed() async throws {
        try await Receiver.run { receiver in
            var settings = World.settings()
            settings.mostWaiting = 3
            try await World.run(settings: settings) { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                try await world.hear((0..<4).map { _ in world.booked() })
                let refused = try await world.send(.POST, "/webhooks/\(webhook.id)/replays", client, #"{"from": "2020-01-01T00:00:00Z"}"#)
                #expect(refused.status == 409)
                #expect(try refused.problem.slug == "quota-exceeded")
            }
        }
    }

    @Test func aTestIsSentAtOnceAndAnswered() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let ping: PingBody = try await world.send(.POST, "/webhooks/\(webhook.id)/test", client).decode()
                #expect(ping.delivered && ping.status == 204 && ping.error == nil)
                let call = try #require(receiver.calls.first)
                let event = try call.event()
                #expect(event.type == TestWebhook.type && event.subject == webhook.id)
                let secret = try #require(webhook.secret)
                #expect(call.isSigned(by: secret))
                receiver.answer(500)
                let failed: PingBody = try await world.send(.POST, "/webhooks/\(webhook.id)/test", client).decode()
                #expect(!failed.delivered && failed.status == 500)
                #expect(try await world.log(of: webhook, client).isEmpty)
            }
        }
    }

    /// A test takes one of the connections that deliveries have, for as long as its receiver likes: a client has two.
    @Test func aClientWaitsForTwoTestsAtOnce() async throws {
        try await Receiver.run { receiver in
            var settings = World.settings()
            settings.deadline = .seconds(30)
            try await World.run(settings: settings) { world in
                let (client, other) = (try await world.client(), try await world.client("other"))
                let slow = try await world.subscribe(client, to: receiver, path: "/slow")
                let theirs = try await world.subscribe(other, to: receiver)
                // As services are set: the tests' own lets more in.
                let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes(world.dependencies), verifier: world.verifier)
                try await server.start()
                let asking = ServiceClient(port: server.port)
                receiver.hold("/slow")
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<2 { group.addTask { try await asking.send(.POST, "/webhooks/\(slow.id)/test", token: client.token).status } }
                    try await world.settled { receiver.calls(at: "/slow").count == 2 }
                    let third = try await asking.send(.POST, "/webhooks/\(slow.id)/test", token: client.token)
                    #expect(third.status == 429 && third.headers.first(name: "Retry-After") == "1")
                    #expect(try await asking.send(.POST, "/webhooks/\(theirs.id)/test", token: other.token).status == 200, "another client's are not counted")
                    receiver.release()
                    for try await status in group { #expect(status == 200) }
                }
                #expect(receiver.calls(at: "/slow").count == 2)
                await server.drain(within: .seconds(1))
            }
        }
    }

    /// What makes all that waits due again holds up who takes events in, others' too.
    @Test func soManyReplaysAndChangesInATime() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let (client, other) = (try await world.client(), try await world.client("other"))
                let (own, theirs) = (try await world.subscribe(client, to: receiver), try await world.subscribe(other, to: receiver))
                let body = #"{"from": "2026-07-01T00:00:00Z"}"#
                for number in 0..<(2 * Webhook.most) {
                    let answer =
                        number.isMultiple(of: 2)
                        ? try await world.send(.POST, "/webhooks/\(own.id)/replays", client, body)
                        : try await world.send(.PATCH, "/webhooks/\(own.id)", client, #"{"status": "active"}"#)
                    try #require([200, 201].contains(answer.status), "\(answer.text)")
                }
                let refused = try await world.send(.POST, "/webhooks/\(own.id)/replays", client, body)
                let wait = try #require(refused.headers.first(name: "Retry-After").flatMap { Int($0) })
                #expect(refused.status == 429 && (1...30).contains(wait))
                #expect(try await world.send(.PATCH, "/webhooks/\(own.id)", client, "{}").status == 429)
                #expect(try await world.send(.POST, "/webhooks/\(theirs.id)/replays", other, body).status == 201)
            }
        }
    }

    /// However long its log is, a webhook is removed by a statement that is short; the lines go as all old ones do.
    @Test func theLogOfOneThatIsRemovedIsForgottenInTime() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                try await world.hear((0..<3).map { _ in world.booked() })
                try await world.deliverDue()
                #expect(try await world.send(.DELETE, "/webhooks/\(webhook.id)", client).status == 204)
                #expect(try await world.get("/webhooks/\(webhook.id)/deliveries", client).status == 404)
                #expect(try await world.count("SELECT count(*) FROM attempts") == 3)
                #expect(try await world.count("SELECT count(*) FROM lanes") == 0)
                world.clock.advance(7 * 86_400 + 1)
                let forget = ForgetOld(retention: .seconds(7 * 86_400), now: world.dependencies.now)
                _ = try await world.pool.transaction { try await forget($0) }
                #expect(try await world.count("SELECT count(*) FROM attempts") == 0)
            }
        }
    }

    /// Nothing that waited goes without a word, however long its webhook was paused.
    @Test func whatIsForgottenWhileItWaitsIsInTheLog() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let appointment = AppointmentID(.v7())
                receiver.answer(500)
                try await world.hear([world.booked(appointment), world.booked(appointment, version: 2)])
                try await world.deliverDue()
                #expect(try await world.send(.PATCH, "/webhooks/\(webhook.id)", client, #"{"status": "paused"}"#).status == 200)
                world.clock.advance(7 * 86_400 + 1)
                let forget = ForgetOld(retention: .seconds(7 * 86_400), now: world.dependencies.now)
                _ = try await world.pool.transaction { try await forget($0) }
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 0)
                let log = try await world.log(of: webhook, client)
                #expect(log.map(\.outcome) == ["gaveUp", "gaveUp"] && log.map(\.error) == ["expired", "expired"])
                #expect(log.map(\.attempt).sorted() == [1, 2] && Set(log.map(\.eventId)).count == 2)
            }
        }
    }

    @Test func whatIsKeptIsForgottenInTime() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                try await world.hear([world.booked()])
                try await world.deliverDue()
                let forget = ForgetOld(retention: .seconds(7 * 86_400), now: world.dependencies.now)
                world.clock.advance(7 * 86_400 - 1)
                let hasMore = try await world.pool.transaction { try await forget($0) }
                #expect(!hasMore)
                #expect(try await world.log(of: webhook, client).count == 1)
                world.clock.advance(2)
                _ = try await world.pool.transaction { try await forget($0) }
                #expect(try await world.log(of: webhook, client).isEmpty)
                #expect(try await world.count("SELECT count(*) FROM events") == 0)
            }
        }
    }

    /// Neither secrets nor events are readable in a copy of the database, and both open under the next master key.
    @Test func whatIsKeptIsSealedAndSealedAnew() async throws {
        let (old, new) = (MasterKey([UInt8](repeating: 7, count: 32)), MasterKey([UInt8](repeating: 8, count: 32), from: Date(epochSeconds: 1_000_000)))
        try await Receiver.run { receiver in
            try await World.run(masters: MasterKeys(MasterKeyList([old]))) { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let secret = try #require(webhook.secret)
                try await world.hear([world.booked()])
                let bytes = try #require(Data(base64Encoded: String(secret.dropFirst(6))))
                #expect(try await world.count("SELECT count(*) FROM signing_secrets WHERE position(\([UInt8](bytes)) IN sealed) > 0") == 0)
                #expect(try await world.count("SELECT count(*) FROM events WHERE position('patientId'::bytea IN sealed) > 0") == 0)
                let reseal = ResealKept(seals: Seals(masters: MasterKeys(MasterKeyList([old, new]))))
                let secretsGoOn = try await world.pool.transaction { tx in try await reseal.secrets(after: nil, tx) }
                let eventsGoOn = try await world.pool.transaction { tx in try await reseal.events(after: nil, tx) }
                #expect(secretsGoOn == nil && eventsGoOn == nil)
                #expect(try await world.count("SELECT count(*) FROM signing_secrets WHERE master_key_id = \(new.id)") == 1)
                #expect(try await world.count("SELECT count(*) FROM events WHERE master_key_id = \(new.id)") == 1)
                let after = Seals(masters: MasterKeys(MasterKeyList([MasterKey([UInt8](repeating: 8, count: 32))])))
                let id = try #require(WebhookID(webhook.id))
                let opened = try await world.pool.withConnection { try await $0.signingSecrets(of: id, now: world.clock.now, after) }
                #expect(opened.map(\.text) == [secret])
            }
        }
    }

    /// Nothing is sent unsigned, and whose secret opens is served.
    @Test func aSecretThatDoesNotOpenHoldsUpItsOwnWebhookAlone() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let lost = try await world.subscribe(client, to: receiver, path: "/slow")
                _ = try await world.subscribe(client, to: receiver, path: "/hook")
                let id = try #require(WebhookID(lost.id))
                _ = try await world.pool.withConnection { connection in
                    try await connection.execute("UPDATE signing_secrets SET master_key_id = 'another' WHERE webhook_id = \(id)")
                }
                try await world.hear([world.booked()])
                try await world.delivering { try await world.settled { receiver.calls.count == 1 } }
                #expect(receiver.calls(at: "/hook").count == 1 && receiver.calls(at: "/slow").isEmpty)
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 1)
            }
        }
    }

    @Test func anotherClientIsNotKeptWaiting() async throws {
        try await World.run(size: 3, writesAtOnce: 2) { world in
            try await Receiver.run { receiver in
                let (client, other) = (try await world.client(), try await world.client("other"))
                let webhook = try await world.subscribe(client, to: receiver)
                try await world.expectNobodyIsKeptWaiting(
                    .machine("crm"), lock: { try await $0.execute("SELECT FROM webhooks WHERE id = \(webhook.id)::uuid FOR UPDATE") },
                    flood: { try await world.send(.PATCH, "/webhooks/\(webhook.id)", client, #"{"description": "\#($0)"}"#) },
                    others: { try await world.send(.POST, "/webhooks", other, #"{"url": "\#(receiver.url("/other"))", "types": ["\#(AppointmentBooked.type)"]}"#) })
            }
        }
    }
}
