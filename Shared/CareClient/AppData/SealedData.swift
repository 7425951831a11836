import CareModels
import Crypto
import Foundation

/// App data that the person's devices alone can open. Each device has a key in its keychain; something is sealed for its own key and for those that its person
/// has said are theirs, such as another device's or a printed one. When all are lost, so is what was sealed.
public struct SealedData: Sendable {
    let core: Core
    let keychain: Keychain

    /// A device's public key, as the platform keeps it.
    public struct DeviceKey: Codable, Equatable, Identifiable, Sendable {
        /// By which the platform names it.
        public var id: String
        /// Of the key itself (RFC 7638, SHA-256, in base64url): what two devices show to be compared.
        public var thumbprint: String
        var publicKey: String
        /// What the person calls the device.
        public var name: String?
        /// When the platform took it.
        public var createdAt: Date
        /// Nothing new may be sealed for it.
        public var retiredAt: Date?
        /// This device seals for it: it is its own, or its person has said so here.
        public internal(set) var isTrusted = false

        private enum CodingKeys: CodingKey { case id, thumbprint, publicKey, name, createdAt, retiredAt }

        /// The key itself; nil when the platform's list has something else in its place.
        public var key: SealingPublicKey? { Base64URL.decode(publicKey).flatMap { SealingPublicKey(bytes: Data($0)) } }
    }

    /// Something that was sealed, opened.
    public struct Opened: Equatable, Sendable {
        /// The ``AppData/Record``'s.
        public var id: String
        /// As it was before it was sealed.
        public var content: Data
        /// 1 of what is new, and one more with each update.
        public var revision: Int
        var version: Int
        var envelope: SealedEnvelope
    }

    // MARK: Keys

    /// Makes this device's key, if it has none or its own was retired, and has the platform keep its public half. Call it before the first thing is sealed.
    @discardableResult
    public func enrol(_ name: String? = nil) async throws -> DeviceKey {
        try await core.api.asOne {
            try await caring {
                let retired = try await Set(allKeys().filter { $0.retiredAt != nil }.compactMap { $0.key?.thumbprint })
                // Here before anybody seals for it.
                let key = try inTurn {
                    let mine = try own()
                    let key = mine.first { !retired.contains($0.publicKey.thumbprint) } ?? SealingKey()
                    try keep([key] + mine.filter { $0 != key }, as: "keys")
                    return key
                }
                return try await register(key, name)
            }
        }
    }

    /// A key for paper: show it once, and keep it nowhere else. It opens what is sealed from now on, on any device, by `restore`.
    public func makePrintedKey(named name: String) async throws -> String {
        let key = SealingKey()
        return try await caring {
            let kept = try await core.api.asOne { try await register(key, name) }
            try trust(kept)
            return PrintedKey.text(key)
        }
    }

    /// What this device seals from now on is for that key too. Ask the person before, with the thumbprint that the other device shows: the list of keys is the
    /// platform's, and could hold one of its own.
    public func trust(_ key: DeviceKey) throws {
        // What it is named by has to be what it is.
        guard let thumbprint = key.key?.thumbprint, thumbprint == key.thumbprint else { throw CareError.sealed(.unreadable) }
        try CareError.naming { try inTurn { try keychain.save(name("trusted"), Wire.encode(trusted().union([thumbprint]).sorted())) } }
    }

    /// Takes a printed key into this device's keychain. False when it was not typed as it is printed.
    public func restore(printed text: String) throws -> Bool {
        guard let key = PrintedKey.key(text) else { return false }
        try CareError.naming {
            try inTurn {
                // Apart from its own: what is on paper is no key of a device.
                if try !all().contains(key) { try keep(kept("restored") + [key], as: "restored") }
            }
        }
        return true
    }

    /// All of the person's, the retired too.
    public func keys() async throws -> [DeviceKey] { try await caring { try await allKeys() } }

    /// Of a device that is lost: nothing new is sealed for it.
    public func retire(_ key: DeviceKey) async throws {
        try await caring { _ = try await core.api.send(Call(method: "DELETE", path: "/app-data/keys/\(key.id.formEncoded)")) }
    }

    // MARK: Contents

    /// Seals something new, for this device's key and all that it trusts, and stores it once. Who may try again after an error, in another run of the app too,
    /// passes a `key`, and the same one then: what was sealed at first is what is sent again.
    public func create(_ content: Data, annotations: [String] = [], key: UUID? = nil) async throws -> Opened {
        let person = try person()
        return try await core.changing(AppData.collections) {
            let envelope = try await sealed(content, of: person, under: key)
            var call = AppData.writing("POST", "/app-data", try Wire.encode(envelope), SealedEnvelope.mediaType, annotations.isEmpty ? nil : annotations)
            call.idempotencyKey = (key ?? UUID.v7()).lowercaseText
            let record: AppData.Record
            do {
                record = try await core.api.fetch(AppData.Record.self, call, patience: .attempts(5))
            } catch CareError.refused(let problem) {
                // The next attempt is another one.
                if !CareError.refused(problem).isWorthRetrying { try await forget(key) }
                throw CareError.refused(problem)
            }
            try await note(envelope, as: record.id, isNew: true)
            try await forget(key)
            return Opened(id: record.id, content: content, revision: 1, version: record.version, envelope: envelope)
        }
    }

    /// No two seals of the same are alike, and under one key the server takes the same alone: so it is kept until the server has answered.
    private func sealed(_ content: Data, of person: UserID, under key: UUID?) async throws -> SealedEnvelope {
        if let key, let kept = try await core.cache.mark(Self.draft(key)), let envelope = try? Wire.decode(SealedEnvelope.self, from: kept),
            (try? envelope.open(for: person, with: all())) == content
        {
            return envelope
        }
        let envelope = try SealedEnvelope(content, of: person, object: UUID(), revision: 1, for: try await recipients())
        if let key {
            let (written, now) = (try Wire.encode(envelope), core.api.clock.now())
            try await core.cache.edit { edit in
                try edit.setMark(Self.draft(key), written, used: now)
                try Self.sweep(edit, at: now)
            }
        }
        return envelope
    }

    /// What nobody has answered for a day: the server knows its key no longer.
    static func sweep(_ edit: CacheEdit, at now: Date) throws { try edit.removeMarks(drafts, unusedSince: now - 86_400) }

    private func forget(_ key: UUID?) async throws {
        if let key { try await core.cache.edit { try $0.setMark(Self.draft(key), nil) } }
    }

    private static let drafts = "sealing/"
    private static func draft(_ key: UUID) -> String { drafts + key.lowercaseText }

    /// Brings it and opens it. An earlier state than this device has seen is refused, and another thing in its place, of the 10,000 that it has seen last.
    public func open(_ id: String) async throws -> Opened {
        let person = try person()
        return try await caring {
            let found = try await AppData.read(id, core)
            guard let envelope = try? Wire.decode(SealedEnvelope.self, from: found.bytes) else { throw SealedFault.unreadable }
            let content = try envelope.open(for: person, with: all())
            if try await note(envelope, as: id) > envelope.revision { throw SealedFault.older }
            return Opened(id: id, content: content, revision: envelope.revision, version: found.version, envelope: envelope)
        }
    }

    /// The next state of it, for this device's key and all that it trusts, and for `others`.
    public func update(_ opened: Opened, to content: Data, sharedWith others: [SealingPublicKey] = []) async throws -> Opened {
        let person = try person()
        guard let object = UUID(strictly: opened.envelope.objectId) else { throw CareError.sealed(.unreadable) }
        return try await core.changing(AppData.collections) {
            let keys = try await recipients() + others
            return try await put(SealedEnvelope(content, of: person, object: object, revision: opened.revision + 1, for: keys.unique), opened, content)
        }
    }

    /// The same state for more keys: of a new device, or of somebody else's, whose thumbprint the person has compared.
    public func share(_ opened: Opened, with others: [SealingPublicKey]) async throws -> Opened {
        let person = try person()
        return try await core.changing(AppData.collections) {
            try await put(opened.envelope.shared(with: others, of: person, by: all()), opened, opened.content)
        }
    }

    // MARK: Inside

    private func person() throws -> UserID { try core.api.session.knownUser() }

    /// They stay when their person logs out: without them nothing that was sealed opens.
    private func name(_ what: String) throws -> String { "sealing-\(what)-\(try person())" }

    private func trusted() throws -> Set<String> { Set(try keychain.load(name("trusted")).flatMap { try? Wire.decode([String].self, from: $0) } ?? []) }

    /// This device's, the one that it goes on with first. An earlier version kept those that were restored among them.
    private func own() throws -> [SealingKey] { try kept("keys") }

    /// By which this device opens something: its own, and those that were restored.
    private func all() throws -> [SealingKey] { try own() + kept("restored") }

    private func kept(_ what: String) throws -> [SealingKey] {
        let kept = try keychain.load(name(what)).flatMap { try? Wire.decode([Data].self, from: $0) } ?? []
        return kept.compactMap { SealingKey(bytes: $0) }
    }

    /// The keychain holds all of them as one value: who changes it reads it first, and nobody else meanwhile, in another process of the app neither.
    private func inTurn<Result>(_ work: () throws -> Result) throws -> Result {
        try Self.turn.withLock { _ in
            let held = try ProcessLock.wait(core.storage, "sealing.lock", atMost: 2)
            defer { withExtendedLifetime(held) {} }
            return try work()
        }
    }

    private static let turn = Locked(())

    private func keep(_ keys: [SealingKey], as what: String) throws { try keychain.save(name(what), Wire.encode(keys.map(\.bytes))) }

    /// The platform takes a key from who shows that they have its other half.
    private func register(_ key: SealingKey, _ name: String?) async throws -> DeviceKey {
        struct Question: Encodable { var publicKey: String }
        struct Challenge: Decodable, Sendable {
            var encapsulated: String
            var sealed: String
            var expiresAt: String
        }
        struct Answer: Encodable {
            var publicKey: String
            var name: String?
            var expiresAt: String
            var answer: String
        }
        let point = Base64URL.encode(key.publicKey.bytes)
        var ask = try Call.post("/app-data/keys/challenges", Question(publicKey: point))
        ask.isRead = true
        ask.idempotencyKey = nil
        let challenge = try await core.api.fetch(Challenge.self, ask)
        guard let encapsulated = Base64URL.decode(challenge.encapsulated), let sealed = Base64URL.decode(challenge.sealed) else { throw SealedFault.unreadable }
        var opener = try HPKE.Recipient(
            privateKey: key.key(), ciphersuite: .P256_SHA256_AES_GCM_256, info: Data("careline app data proof v1".utf8), encapsulatedKey: Data(encapsulated))
        let answer = try opener.open(Data(sealed), authenticating: Data("\(person())\n\(key.publicKey.thumbprint)".utf8))
        return try await core.api.fetch(
            DeviceKey.self,
            .post("/app-data/keys", Answer(publicKey: point, name: name, expiresAt: challenge.expiresAt, answer: Base64URL.encode(answer))))
    }

    private func allKeys() async throws -> [DeviceKey] {
        var found: [DeviceKey] = []
        var cursor: String?
        repeat {
            let page = try await core.api.fetch(Page<DeviceKey>.self, .get("/app-data/keys", ["limit": "200", "after": cursor]))
            found += page.items
            cursor = page.nextCursor
        } while cursor != nil
        // By what they are, whatever they are called.
        let known = try trusted().union(all().map(\.publicKey.thumbprint))
        for index in found.indices { found[index].isTrusted = found[index].key.map { known.contains($0.thumbprint) } ?? false }
        return found
    }

    /// Never those that the platform alone says are the person's.
    private func recipients() async throws -> [SealingPublicKey] {
        let found = try await allKeys().filter { $0.retiredAt == nil && $0.isTrusted }.compactMap(\.key).unique
        guard try all().contains(where: { found.contains($0.publicKey) }) else { throw SealedFault.notForThisDevice }
        return found
    }

    private func put(_ envelope: SealedEnvelope, _ opened: Opened, _ content: Data) async throws -> Opened {
        var call = AppData.writing("PUT", AppData.path(opened.id), try Wire.encode(envelope), SealedEnvelope.mediaType, nil)
        call.ifMatch = "\"\(opened.version)\""
        let record = try await core.api.fetch(AppData.Record.self, call, patience: .once)
        try await note(envelope, as: opened.id)
        return Opened(id: opened.id, content: content, revision: envelope.revision, version: record.version, envelope: envelope)
    }

    // MARK: What was seen

    private static let revisions = "sealed/"
    /// Which object each record is. An envelope says which one it holds, and nothing of where it lies: who has the platform could answer with another one.
    private static let objects = "sealed-as/"
    private static let most = 10_000

    /// The latest that was seen of it, this one too: compared and kept in one, since another process of the app may look at it just now. Throws
    /// `SealedFault.unreadable` where another object was seen as the record of this id; `isNew`: it has just been made of this one.
    @discardableResult
    func note(_ envelope: SealedEnvelope, as id: String, isNew: Bool = false) async throws -> Int {
        let (now, object) = (core.api.clock.now(), Data(envelope.objectId.utf8))
        return try await core.cache.edit { edit in
            let known = try edit.mark(Self.objects + id)
            guard isNew || known ?? object == object else { throw SealedFault.unreadable }
            try edit.setMark(Self.objects + id, object, used: now)
            if known == nil { try edit.removeMarks(Self.objects, butFor: Self.most) }
            let mark = Self.revisions + envelope.objectId
            let seen = try edit.mark(mark).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
            let latest = max(seen ?? 0, envelope.revision)
            try edit.setMark(mark, Data(String(latest).utf8), used: now)
            if seen == nil { try edit.removeMarks(Self.revisions, butFor: Self.most) }
            return latest
        }
    }
}

extension Array where Element: Hashable {
    /// Each once, in their order.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
