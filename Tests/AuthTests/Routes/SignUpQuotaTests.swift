import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct SignUpQuotaTests {
    private static func signUp(_ name: String, from address: String = "192.0.2.1", _ world: World) async throws -> Answer {
        try await world.post(
            "/signup", json: ["username": name, "password": World.password, "role": "patient"], headers: ["X-Forwarded-For": address])
    }

    @Test func anAddressHasSoManyAnHour() async throws {
        try await World.run {
            $0.signUpsPerHour = 3
        } _: { world in
            #expect(try await Self.signUp("ada", world).status == 201)
            world.clock.advance(600)
            // Names found taken count: they tell of others. What is refused for its form tells nothing, and does not.
            #expect(try await Self.signUp("ada", world).status == 409)
            let malformed = try await world.post("/signup", json: ["username": "x"], headers: ["X-Forwarded-For": "192.0.2.1"])
            #expect(malformed.status == 400)
            #expect(try await Self.signUp("grace", world).status == 201)
            for name in ["mary", "ada"] {
                let refused = try await Self.signUp(name, world)
                #expect(refused.status == 429)
                #expect(refused.header("Retry-After") == "3000")
            }
            #expect(try await world.count("SELECT count(*) FROM users") == 2)
            #expect(try await Self.signUp("mary", from: "192.0.2.2", world).status == 201)
            world.clock.advance(3000)
            #expect(try await Self.signUp("jean", world).status == 201)
        }
    }

    /// However an address is spelled, and whichever of a subscriber's own it is.
    @Test func anAddressIsOneHoweverItIsWritten() async throws {
        try await World.run {
            $0.signUpsPerHour = 1
        } _: { world in
            let four = try await Self.signUp("four", from: "192.0.2.1", world)
            #expect(four.status == 201)
            #expect(try await Self.signUp("mapped", from: "::ffff:192.0.2.1", world).status == 429)
            #expect(try await Self.signUp("six", from: "2001:db8:0:1::1", world).status == 201)
            #expect(try await Self.signUp("neighbour", from: "2001:DB8::1:ffff:0:0:1", world).status == 429)
            #expect(try await Self.signUp("other", from: "2001:db8:0:2::1", world).status == 201)
        }
    }

    /// Two replicas' requests, thirty at once: as many are let through as may be, and not one more.
    @Test func ofManyAtOnceAsManyAsMayBe() async throws {
        try await World.run {
            $0.signUpsPerHour = 7
            $0.hashingQueue = 100
        } _: { world in
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<30 { group.addTask { try await Self.signUp("name\(index)", world) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 201 }.count == 7)
            #expect(answers.filter { $0.status == 429 }.count == 23)
            #expect(try await world.count("SELECT count(*) FROM users") == 7)
        }
    }

    @Test func thePageSaysSo() async throws {
        try await World.run {
            $0.signUpsPerHour = 1
        } _: { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let browser = TestBrowser(world)
            let page = try await browser.get("/oauth/signup?" + TestApp().query())
            let answer = try await browser.submit(page, [("username", "grace"), ("password", World.password), ("role", "patient")])
            #expect(answer.status == 429)
            #expect(answer.header("Retry-After") == "3600")
            #expect(answer.text.contains("Too many accounts"))
            #expect(try await world.count("SELECT count(*) FROM users") == 1)
        }
    }

    /// Who was turned away since too many passwords wait has not used anything up.
    @Test func aFullQueueCostsNobodyATry() async throws {
        try await World.run {
            $0.signUpsPerHour = 2
        } dependencies: {
            $0.passwords = PasswordHasher(cost: World.settings.passwordCost, threads: HashingThreads(threads: 1, queueLimit: 0))
        } _: { world in
            for _ in 0..<3 {
                let answer = try await Self.signUp("ada", world)
                #expect(answer.status == 503)
            }
            #expect(try await world.count("SELECT count(*) FROM sign_up_counts") == 0)
        }
    }

    @Test func oldCountsAreRemoved() async throws {
        try await World.run { world in
            for host in 1...3 {
                let answer = try await Self.signUp("name\(host)", from: "192.0.2.\(host)", world)
                #expect(answer.status == 201)
            }
            let start = world.clock.now
            world.clock.advance(1800)
            #expect(try await Self.signUp("later", from: "192.0.2.9", world).status == 201)
            func purge(_ limit: Int) async throws -> Int {
                try await world.pool.transaction { try await $0.purgeSignUpCounts(before: start.addingTimeInterval(1), limit: limit) }
            }
            #expect(try await purge(2) == 2)
            #expect(try await purge(2) == 1)
            #expect(try await world.count("SELECT count(*) FROM sign_up_counts") == 1)
        }
    }

    /// Never more than its batch, whatever plan the database takes.
    @Test func oldCountsAreRemovedInBatches() async throws {
        try await World.run { world in
            try await world.pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO sign_up_counts (key_hash, tries, since)
                    SELECT sha256(int8send(n)), 1, \(world.clock.now - 7200) FROM generate_series(1::bigint, 250) n
                    """)
                try await connection.execute("ANALYZE sign_up_counts")
            }
            let cutoff = world.clock.now - 3600
            let left = try await world.pool.left("SELECT count(*) FROM sign_up_counts") { try await $0.purgeSignUpCounts(before: cutoff, limit: 100) == 100 }
            #expect(left == [150, 50, 0])
        }
    }

    @Test func theHour() {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        var state: SignUpQuota.State?
        for second in 0..<3 { state = SignUpQuota.counted(state, now: start + Double(second)) }
        #expect(state == SignUpQuota.State(tries: 3, since: start))
        #expect(SignUpQuota.wait(nil, most: 1, now: start) == nil)
        #expect(SignUpQuota.wait(state, most: 4, now: start) == nil)
        #expect(SignUpQuota.wait(state, most: 3, now: start + 10) == 3590)
        #expect(SignUpQuota.wait(state, most: 3, now: start + 3599.5) == 1)
        #expect(SignUpQuota.wait(state, most: 3, now: start + 3600) == nil)
        #expect(SignUpQuota.counted(state, now: start + 3600).tries == 1)
        // A replica whose clock is a little behind counts on, one that is hours behind begins anew.
        #expect(SignUpQuota.counted(state, now: start - 1) == SignUpQuota.State(tries: 4, since: start))
        #expect(SignUpQuota.counted(state, now: start - 7200).tries == 1)
    }
}
