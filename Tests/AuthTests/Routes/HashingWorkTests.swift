import Foundation
import ServiceTestKit
import Synchronization
import TestKit
import Testing

@testable import AuthService

/// A login's work, counted and not timed: memory times passes of each hash. It must not tell which names there are.
@Suite struct HashingWorkTests {
    static let old = PasswordCost(memoryKiB: 64, passes: 1)
    static let new = PasswordCost(memoryKiB: 128, passes: 2)

    /// What each hash of a server cost.
    final class Work: Sendable {
        private let done = Mutex<[PasswordCost]>([])

        func hasher(_ cost: PasswordCost) -> PasswordHasher {
            PasswordHasher(cost: cost, threads: HashingThreads(threads: 1, queueLimit: 100)) { cost, password, salt, length in
                self.done.withLock { $0.append(cost) }
                return try Argon2id(cost: cost).hash(password, salt: salt, length: length)
            }
        }

        /// Since the last look.
        func take() -> [PasswordCost] {
            done.withLock { done in
                defer { done = [] }
                return done
            }
        }
    }

    private static func failedLogin(_ name: String, _ world: World, _ work: Work) async throws -> [PasswordCost] {
        _ = work.take()
        #expect(try await world.post("/auth/login", json: ["username": name, "password": "not the password"]).status == 401)
        return work.take()
    }

    /// With the cost raised, and nobody's password seen since.
    @Test func aNameThatNobodyHasCostsWhatAnOldPasswordDoes() async throws {
        let work = Work()
        try await World.run(dependencies: { $0.passwords = work.hasher(Self.new) }) { world in
            try await Self.people(["ada", "grace"], cost: Self.old, world)
            for name in ["ada", "grace", "nobody", "no one", "x"] { #expect(try await Self.failedLogin(name, world, work) == [Self.old], "\(name)") }
        }
    }

    /// As many of the names that nobody has cost the old as of the names that somebody has; and each the same, whenever it is asked.
    @Test func theirCostsAreSpreadAsThoseOfPasswords() async throws {
        let work = Work()
        try await World.run {
            $0.addressLockOut = LockOut.Policy(free: 10_000, first: 1, most: 1, forgetAfter: 60)
        } dependencies: {
            $0.passwords = work.hasher(Self.new)
        } _: { world in
            try await Self.people((0..<3).map { "old\($0)" }, cost: Self.old, world)
            try await Self.people(["new"], cost: Self.new, world)
            #expect(try await Self.failedLogin("old1", world, work) == [Self.old])
            #expect(try await Self.failedLogin("new", world, work) == [Self.new])
            var cheap = 0
            for number in 0..<200 {
                let first = try await Self.failedLogin("nobody\(number)", world, work)
                if first == [Self.old] { cheap += 1 } else { #expect(first == [Self.new]) }
                if number < 20 { #expect(try await Self.failedLogin("nobody\(number)", world, work) == first) }
            }
            // Three of four, by a hash of the names under the tests' own key: always the same number.
            #expect((130...170).contains(cheap))
        }
    }

    /// A login, which makes the hash anew, moves no name but those in between, and all the same way.
    @Test func placesMoveOnceAsPasswordsAreMadeAnew() {
        func costs(_ old: Int, _ new: Int) -> PasswordCosts { PasswordCosts([.init(cost: Self.old, hashes: old), .init(cost: Self.new, hashes: new)]) }
        for place in stride(from: 0.0, to: 1, by: 0.01) {
            var isNew = false
            for made in 0...50 {
                let cost = costs(50 - made, made).cost(at: place)
                if isNew { #expect(cost == Self.new) }
                isNew = cost == Self.new
            }
            #expect(isNew)
        }
        #expect(PasswordCosts([]).cost(at: 0.5) == nil)
        #expect(costs(1, 1).cost(at: 0.49) == Self.new)
        #expect(costs(1, 1).cost(at: 0.5) == Self.old)
    }

    @Test func theyAreCountedAsTheyAre() async throws {
        try await World.run { world in
            try await Self.people(["ada", "grace"], cost: Self.old, world)
            let expected = PasswordCosts([.init(cost: Self.old, hashes: 2)])
            // Before the first count, and after it.
            #expect(try await world.pool.withConnection { try await $0.passwordCosts() } == expected)
            try await world.pool.transaction { tx in try await CountPasswordCosts()(tx) }
            try await Self.people(["mary"], cost: Self.new, world)
            #expect(try await world.pool.withConnection { try await $0.passwordCosts() } == expected)
            try await world.pool.transaction { tx in try await CountPasswordCosts()(tx) }
            let both = PasswordCosts([.init(cost: Self.old, hashes: 2), .init(cost: Self.new, hashes: 1)])
            #expect(try await world.pool.withConnection { try await $0.passwordCosts() } == both)
        }
    }

    /// A name found taken costs what a free one does, and a name that is locked out nothing, whether somebody has it or not.
    @Test func takenAndLockedNamesTellNothingEither() async throws {
        let work = Work()
        try await World.run {
            $0.accountLockOut = LockOut.Policy(free: 0, first: 60, most: 60, forgetAfter: 3600)
        } dependencies: {
            $0.passwords = work.hasher(Self.new)
        } _: { world in
            try await world.signUp("ada")
            #expect(work.take() == [Self.new])
            let again = try await world.post("/signup", json: ["username": "ada", "password": World.password, "role": "patient"])
            #expect(again.status == 409)
            #expect(work.take() == [Self.new])
            for name in ["ada", "nobody"] {
                _ = try await Self.failedLogin(name, world, work)
                #expect(try await world.post("/auth/login", json: ["username": name, "password": "again"]).status == 429)
                #expect(work.take().isEmpty)
            }
        }
    }

    private static func people(_ names: [String], cost: PasswordCost, _ world: World) async throws {
        let hash = try await PasswordHasher(cost: cost, threads: HashingThreads(threads: 1, queueLimit: 1)).hash(World.password)
        for name in names {
            let form = Registration.Form(username: name, password: World.password, role: "patient")
            guard let registration = try? Registration.check(form, policy: world.dependencies.passwordPolicy) else { throw TestKitError(name) }
            let register = Register(now: world.dependencies.now, newID: world.dependencies.newID)
            _ = try await world.pool.transaction { tx in try await register(registration, passwordHash: hash, from: .platform, tx) }
        }
    }
}
