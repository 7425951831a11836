import CareModels
import Foundation
import Testing

/// The sources of a service keep to the rooms of docs/architecture.md: what one may not know, it does not name.
@Suite struct RoomsTests {
    /// Those that have all the rooms.
    static let services = ["Auth", "ERDirectory", "HealthMonitor", "Messaging", "Records", "Scheduling", "Webhooks"]

    /// Rooms of one service alone. Its handlers open them; from there no way leads back.
    static let ownRooms: [String: Set<String>] = [
        "Auth": ["Keys", "Mail", "Outside", "Pages", "Passwords"], "ERDirectory": ["Zones"], "HealthMonitor": ["Measurements"], "Messaging": ["Stream"],
        "Records": ["Budget", "Contents"], "Webhooks": ["Delivery"]
    ]

    /// What the files of a room may not say.
    struct Arrow: Sendable, CustomTestStringConvertible {
        /// Empty for the files beside the rooms.
        var room: String
        var why: String
        /// A regular expression.
        var forbidden: String
        /// Lines that break it, so that it is known to find them.
        var breaks: [String]
        var testDescription: String { "\(room.isEmpty ? "beside the rooms" : room): \(why)" }
    }

    private static let http = #"\b(Request|Response|Problem|ProblemConvertible|PageRequest)\b"#
    private static let json = #"\b(Encodable|JSONWritable|CareJSON|JSONEncoder)\b|\bJSONWriter\("#
    private static let view = #"\b[A-Z]\w*View\b"#
    private static let sql = #"\bSQL\b|\bunescaped:|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b|\b(execute|executeLater|batch)\("#
    private static let write = #"\btransaction(\([^)]*\))? \{.*\$0\."#
    private static let writing = #"\b(INSERT INTO|UPDATE \w+ SET|DELETE FROM|LOCK TABLE)\b|\b(execute|executeLater|batch)\("#
    private static let emit = #"\bemit\(|\bemitting:"#

    /// What takes a column's word as a string and passes over those it does not know. Names of time zones are no such words: `Zone` says what it does of theirs.
    private static let swallowed =
        #"\b(flatMap|compactMap)\((?!Zone\b)[A-Z][\w.]*\)|\ballCases\.first\b|\?\? \.(r4|stu3)\b|\(rawValue: (try row|\$)|\(rawValue: .*else \{ (continue|return)"#

    private static let hub = #"\bhub\b|\bFeedHub\b"#

    private static let layers = [
        // A hash (Crypto) is a function of values too, and FHIR's resources are values of JSON.
        Arrow(
            room: "Rules", why: "values alone", forbidden: "^import (?!(CareModels|Crypto|FHIR|Foundation|JSON)$)",
            breaks: ["import CareService", "import Postgres", "import class Sealing.SecretBytes"]),
        Arrow(
            room: "Rules", why: "no clock, no chance, no waiting",
            forbidden: #"\bawait\b|\bDate\(\)|\bUUID\(\)|\.v7\(|\.random\(|\bSystemRandomNumberGenerator\b"#,
            breaks: ["let now = Date()", "id: .v7()", "try await tx.calendar(of: id)", "UInt8.random(in: .min ... .max)"]),
        Arrow(
            room: "Zones", why: "what tzdata says, read once", forbidden: "^import (?!(CareModels|Foundation|Synchronization)$)",
            breaks: ["import Postgres", "import HTTP"]),
        Arrow(
            room: "Budget", why: "it counts, and waits for nothing", forbidden: #"^import (?!(CareModels|FHIR|Synchronization)$)|\bawait\b"#,
            breaks: ["import HTTP", "import Postgres", "try await share.grow(by: bytes)"]),
        Arrow(
            room: "Store", why: "no HTTP", forbidden: http + "|^import HTTP$",
            breaks: ["import HTTP", #"guard let row else { throw Problem.notFound("No such provider.") }"#, "_ page: PageRequest"]),
        Arrow(
            room: "Store", why: "a word that a row has and nobody knows is an error of the row", forbidden: swallowed,
            breaks: [
                "self.role = role.flatMap(Role.init)", "decision: decision.flatMap(DevicePolling.Decision.init))", "grants: Set(grants.compactMap(Grant.init)),",
                "FHIRRelease(version.record.format) ?? .r4", "release: FHIRRelease.allCases.first { $0.format.rawValue == format } ?? .r4",
                "role: Role(rawValue: try row[\"role\"]) else { return nil }", "guard let kind = OneOffInterval.Kind(rawValue: keys[0]) else { continue }",
                "kind.flatMap { MessageKind(rawValue: $0) }"
            ]),
        Arrow(room: "Store", why: "rows, no views", forbidden: view, breaks: ["func provider() -> ProviderView"]),
        Arrow(room: "UseCases", why: "no HTTP", forbidden: http, breaks: ["-> Response {", #"throw Problem.forbidden("This account was erased.")"#]),
        Arrow(room: "UseCases", why: "values, no views", forbidden: view, breaks: ["return AppointmentView(record)"]),
        Arrow(room: "UseCases", why: "the store has the SQL", forbidden: sql, breaks: [#"try await tx.execute("UPDATE people SET version = 1")"#]),
        Arrow(
            room: "Views", why: "made of values", forbidden: #"\bawait\b|\b(Request|Response|Problem|Transaction)\b"#,
            breaks: ["init(_ request: Request)", "try await pool.withConnection"]),
        Arrow(room: "Handlers", why: "they reach the database through the store", forbidden: "^import Postgres$", breaks: ["import Postgres"])
    ]

    /// What follows a commit is a value, and no room that a transaction goes through knows who hears of it.
    private static let streams = ["Handlers", "UseCases", "Rules", "Store", "Views", "Jobs", "Commands"].map { room in
        Arrow(room: room, why: "streams are told, not known", forbidden: hub, breaks: ["let hub = dependencies.hub", "init(_ hub: FeedHub)"])
    }

    private static let views = ["Handlers", "UseCases", "Rules", "Store"].map { room in
        Arrow(room: room, why: "views alone are encoded", forbidden: json, breaks: ["struct ProviderCard: Encodable, Sendable {", "var json = JSONWriter()"])
    }

    /// The clock comes in, since CARE_CLOCK_OFFSET moves it. The times of tokens are the machine's, in Auth's handlers and keys; `Commands` have it, too: whoever types
    /// one looks at the machine's clock.
    private static let clock = [
        "UseCases", "Store", "Views", "Consumers", "Jobs", "Stream", "Contents", "Delivery", "Mail", "Measurements", "Outside", "Pages"
    ].map { room in
        Arrow(
            room: room, why: "the clock comes in", forbidden: #"\bDate\(\)|\bDate\.now\b|: Date = \.now\b|\btimeIntervalSinceNow\b"#,
            breaks: ["let first = LocalDate(localSeconds: Date().epochSeconds)", "let now = Date.now", "let now: Date = .now", "if end.timeIntervalSinceNow < 0 {"])
    }

    private static let chance = [
        Arrow(room: "UseCases", why: "ids come in", forbidden: #"\bUUID\(\)|\.v7\(\)"#, breaks: ["let id = UUID()", "id: .v7(), at: now"])
    ]

    private static let entrances = ["Handlers", "Consumers", "Jobs", "Commands", "Stream", "Contents", "Delivery", "Measurements"].flatMap { room in
        [
            Arrow(room: room, why: "the store has the SQL", forbidden: sql, breaks: [#"let sql: SQL = """#, "DELETE FROM people"]),
            Arrow(
                room: room, why: "a use case does what there is to do in a transaction", forbidden: write,
                breaks: ["pool.transaction { try await $0.close(record) }", "pool.transaction(.repeatableRead) { try await $0.close(record) }"])
        ]
    }

    /// What Auth keeps in memory: keys, caches, tallies, the threads that hash; what sends its mails and asks clients' servers; what Records reads files by, what
    /// delivers, and what asks for measurements' keys.
    private static let kept = ["Keys", "Mail", "Outside", "Passwords", "Contents", "Delivery", "Measurements"].flatMap { room in
        [
            Arrow(room: room, why: "no HTTP", forbidden: http, breaks: ["throw Problem.unavailable(retryAfter: 5)"]),
            Arrow(room: room, why: "the store has the SQL", forbidden: sql, breaks: [#"try await tx.execute("LOCK TABLE signing_keys")"#])
        ]
    }

    private static let pages = [
        Arrow(
            room: "Pages", why: "made of values", forbidden: #"\bawait\b|\b(Request|Problem|Transaction)\b"#,
            breaks: ["init(_ request: Request)", "try await pool.withConnection"])
    ]

    private static let events = rooms.union(ownRooms.values.joined()).subtracting(["UseCases"]).sorted().map { room in
        Arrow(
            room: room, why: "use cases alone emit", forbidden: emit,
            breaks: ["try await tx.emit(AppointmentBooked(record))", "try await tx.batch([], emitting: events)"])
    }

    private static let network = rooms.union(ownRooms.values.joined()).sorted().map { room in
        Arrow(
            room: room, why: "HTTP stands before the network", forbidden: #"^(@\w+ )?import (\w+ )?NIO"#, breaks: ["import NIOCore", "@preconcurrency import NIOHTTP1"])
    }

    private static let stream = [
        Arrow(room: "Stream", why: "it knows no request", forbidden: http, breaks: ["init(_ request: Request)"]),
        Arrow(room: "Stream", why: "what it sends is a view", forbidden: #"\b(struct|class|enum|extension)\b.*\bEncodable\b"#, breaks: ["struct Hello: Encodable {"])
    ]

    /// The front door keeps nothing: its rooms know no database, and what is found and shown in them knows no request.
    private static let frontDoorRooms = ["", "Handlers", "Pages", "Site", "Texts"]
    private static let frontDoor =
        ["Pages", "Site", "Texts"].map { room in
            Arrow(room: room, why: "it knows no request", forbidden: #"\bawait\b|\b(Request|Response|Problem)\b"#, breaks: ["init(_ request: Request)", "-> Response {"])
        }
        + frontDoorRooms.flatMap { room in
            [
                Arrow(
                    room: room, why: "it keeps nothing", forbidden: "^import (Postgres|Kafka|Sealing|Outbox)$|" + sql, breaks: ["import Postgres", #"let sql: SQL = """#]),
                Arrow(
                    room: room, why: "HTTP stands before the network", forbidden: #"^(@\w+ )?import (\w+ )?NIO"#,
                    breaks: ["import NIOCore", "@preconcurrency import NIOHTTP1"])
            ]
        }

    @Test(arguments: frontDoor) func noArrowOfTheFrontDoorIsBroken(_ arrow: Arrow) throws {
        let forbidden = try Regex(arrow.forbidden).wordBoundaryKind(.simple)
        for line in arrow.breaks { #expect(line.contains(forbidden), "\(line) would not be found") }
        let files = try Self.sources(of: "FrontDoor")
        #expect(Set(files.map(\.room)) == Set(Self.frontDoorRooms))
        for file in files where file.room == arrow.room {
            for (number, line) in file.lines where line.contains(forbidden) { Issue.record("\(file.path):\(number): \(line)") }
        }
    }

    static let arrows = layers + clock + chance + streams + views + entrances + stream + kept + pages + events + network

    @Test(arguments: arrows) func noArrowIsBroken(_ arrow: Arrow) throws {
        let forbidden = try Regex(arrow.forbidden).wordBoundaryKind(.simple)
        for line in arrow.breaks { #expect(line.contains(forbidden), "\(line) would not be found") }
        for service in Self.services {
            for file in try Self.sources(of: service) where file.room == arrow.room {
                for (number, line) in file.lines where line.contains(forbidden) { Issue.record("\(file.path):\(number): \(line)") }
            }
        }
    }

    /// Whatever a transaction is called, who begins one beside the use cases asks it nothing: it is handed on to one, and told what is to follow its commit. What a
    /// snapshot says (`.repeatableRead`) may be read, by what writes nothing.
    @Test(arguments: services) func aTransactionIsHandedOn(_ service: String) throws {
        let files = try Self.sources(of: service)
        let writes = Self.transactionsOwn(files.filter { $0.room == "Store" }.flatMap { $0.lines.map(\.1) })
        #expect(!writes.isEmpty)
        for file in files where !["", "UseCases", "Store", "Rules", "Views"].contains(file.room) {
            for (number, line) in Self.asking(file.lines, writes) { Issue.record("\(file.path):\(number): \(line)") }
        }
    }

    @Test(
        arguments: [
            ("try await pool.transaction { tx in\n    try await tx.close(record)\n}", true), ("pool.transaction { other in try await other.close(record) }", true),
            ("func handle(_ event: A, _ work: Transaction) {\n    try await work.close(event)", true),
            ("pool.idempotent(key) { [seals] unit in\n    try await unit.calendar()", true), ("x.transaction(of: 3) { unit, more in try await unit.calendar() }", true),
            ("pool.transaction(.repeatableRead) { seen in\n    (try await seen.calendar(), try await seen.days())", false),
            ("pool.transaction(.repeatableRead) { seen in\n    try await seen.close(record)", true),
            ("pool.transaction { work in\n    try await close(record, work)\n    work.afterCommit { tell() }", false),
            ("pool.withConnection { connection in try await connection.calendar() }", false)
        ]) func aTransactionIsFoundWhateverItIsCalled(_ text: String, _ isBroken: Bool)
    {
        let lines = text.split(separator: "\n").enumerated().map { ($0.offset, $0.element) }
        #expect(Self.asking(lines, ["close"]).isEmpty != isBroken)
    }

    /// The lines in which something is asked of a transaction, or written by a snapshot.
    private static func asking(_ lines: [(Int, Substring)], _ writes: Set<String>) -> [(Int, Substring)] {
        let text = lines.map(\.1).joined(separator: "\n")
        // By default a full stop between two letters ends no word.
        let closure = /\b(?:transaction|idempotent)(\([^\n]*?\))? \{ (?:\[[^\]\n]*\] )?\(?(\w+)(?:: [^\n]*?)?(?:, [^\n]*?)?\)? (?:->[^\n]*? )?in\b/
        let closures = text.matches(of: closure.wordBoundaryKind(.simple))
        let parameters = text.matches(of: /\b(\w+): (?:borrowing |inout )?Transaction\b/.wordBoundaryKind(.simple)).map { String($0.1) }
        let asking = /\b(\w+)\.(\w+)/.wordBoundaryKind(.simple)
        let snapshots = Set(closures.filter { $0.1?.contains(".repeatableRead") == true }.map { String($0.2) })
        let names = Set(closures.map { String($0.2) } + parameters).subtracting(["_"])
        return lines.filter { _, line in
            line.matches(of: asking).contains { match in
                guard names.contains(String(match.1)), match.2 != "afterCommit" else { return false }
                return snapshots.contains(String(match.1)) ? writes.contains(String(match.2)) : true
            }
        }
    }

    /// What a transaction alone has: it writes, or locks.
    private static func transactionsOwn(_ lines: [Substring]) -> Set<String> {
        var (isOpen, found) = (false, Set<String>())
        for line in lines {
            if line.hasPrefix("extension ") { isOpen = line.hasPrefix("extension Transaction ") }
            if isOpen, let function = line.firstMatch(of: /^    func (\w+)/) { found.insert(String(function.1)) }
        }
        return found
    }

    /// A service is no product that somebody imports.
    @Test(arguments: services + ["FrontDoor", "Careline"]) func nothingIsPublic(_ service: String) throws {
        let declared = try Regex(#"^\s*(@\w+ )*public "#)
        #expect("    public func write(to json: inout JSONWriter) {".contains(declared))
        for file in try Self.sources(of: service) {
            for (number, line) in file.lines where line.contains(declared) { Issue.record("\(file.path):\(number): \(line)") }
        }
    }

    /// What writes in a statement of its own, without a transaction, is entered by use cases alone, too.
    @Test(arguments: services) func writesAreUseCases(_ service: String) throws {
        let files = try Self.sources(of: service)
        var writes: Set<String> = []
        for file in files where file.room == "Store" { writes.formUnion(try Self.writes(file.lines.map(\.1))) }
        guard let some = writes.first else { return }
        let called = try Regex("(\\$0|\\b(connection|runner|tx))\\.(\(writes.sorted().joined(separator: "|")))\\(").wordBoundaryKind(.simple)
        #expect("pool.withConnection { try await $0.\(some)(entries) }".contains(called))
        for file in files where !["UseCases", "Store"].contains(file.room) {
            for (number, line) in file.lines where line.contains(called) { Issue.record("\(file.path):\(number): \(line)") }
        }
    }

    /// Those that a connection has which is in no transaction.
    private static func writes(_ lines: [Substring]) throws -> Set<String> {
        let declared = try Regex<(Substring, Substring)>(#"^    func (\w+)"#)
        let writing = try Regex(writing).wordBoundaryKind(.simple)
        var (isOpen, name, found) = (false, Substring(), Set<String>())
        for line in lines {
            if line.hasPrefix("extension ") { isOpen = line.hasPrefix("extension PostgresRunner ") }
            if let function = line.firstMatch(of: declared) { name = function.1 }
            if isOpen, line.contains(writing) { found.insert(String(name)) }
        }
        return found
    }

    @Test func aWriteIsFoundWhereItIsDeclared() throws {
        let lines = """
            extension PostgresRunner {
                func rendition() async throws {
                    let row = try await first("SELECT data FROM content_renditions")
                }

                func keepRendition() async throws {
                    try await query("INSERT INTO content_renditions (content_id) VALUES (1)")
                }
            }

            extension Transaction {
                func discard() async throws { try await execute("DELETE FROM contents") }
            }
            """
        #expect(try Self.writes(lines.split(separator: "\n")) == ["keepRendition"])
    }

    private static let rooms: Set = ["", "Handlers", "UseCases", "Rules", "Store", "Views", "Consumers", "Jobs", "Commands"]

    /// A handler opens what an own room has; the room enters use cases, the store and views, as a handler does.
    @Test(arguments: ownRooms.keys.sorted()) func ownRoomsKnowNoHandler(_ service: String) throws {
        let files = try Self.sources(of: service)
        let declaration = try Regex<(Substring, Substring, Substring)>(#"^(?:final )?(struct|class|enum|actor) (\w+)"#)
        let handlers = files.filter { $0.room == "Handlers" }.flatMap { $0.lines.compactMap { $0.1.firstMatch(of: declaration).map { String($0.2) } } }
        #expect(handlers.count > 5)
        let named = try Regex("\\b(\(handlers.joined(separator: "|")))\\b").wordBoundaryKind(.simple)
        #expect("try await \(handlers[0])(dependencies: dependencies)".contains(named))
        for file in files where Self.ownRooms[service]?.contains(file.room) == true {
            for (number, line) in file.lines where line.contains(named) { Issue.record("\(file.path):\(number): \(line)") }
        }
    }

    /// A batch whose rows are chosen by `IN (SELECT … LIMIT … SKIP LOCKED)` is chosen again for each row under some plans, and then takes more than its limit
    /// (`Transaction+Batches.swift`).
    @Test func noBatchIsChosenInASubselect() throws {
        let breaks = [
            "WHERE key_hash IN\n    (SELECT key_hash FROM counts WHERE since < \\(instant) LIMIT \\(limit) FOR UPDATE SKIP LOCKED)",
            "a.id IN (SELECT id FROM (SELECT id FROM a) AS b LIMIT 3 FOR NO KEY UPDATE OF b SKIP LOCKED)"
        ]
        for text in breaks { #expect(Self.chosenInASubselect(text), "\(text) would not be found") }
        #expect(!Self.chosenInASubselect("SELECT id FROM a WHERE id IN (SELECT id FROM b) LIMIT 3 FOR UPDATE SKIP LOCKED"))
        #expect(!Self.chosenInASubselect("ctid = ANY(ARRAY(SELECT ctid FROM a WHERE b IN (SELECT b FROM c) LIMIT 3 FOR UPDATE SKIP LOCKED))"))
        for folder in ["Services", "Shared"] {
            for file in try Self.swiftFiles(in: folder) where Self.chosenInASubselect(file.text) { Issue.record("\(file.path)") }
        }
    }

    /// Whether a subselect behind `IN` skips what is locked. Comments do not count.
    private static func chosenInASubselect(_ source: String) -> Bool {
        guard source.contains("SKIP LOCKED") else { return false }
        let lines = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        let text = lines.joined(separator: "\n")
        return text.matches(of: /\bIN\s*\((?=\s*SELECT\b)/).contains { match in
            var depth = 1
            let inside = text[match.range.upperBound...].prefix { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth > 0
            }
            return inside.contains("SKIP LOCKED")
        }
    }

    /// Whoever consumes events is tried in every order of them, and of each type that they handle.
    @Test(arguments: services) func whatConsumesIsTriedInEveryOrder(_ service: String) throws {
        let files = try Self.sources(of: service)
        let consumer = try Regex(#"\bConsumer\("#).wordBoundaryKind(.simple)
        for file in files where file.room != "Consumers" {
            for (number, line) in file.lines where line.contains(consumer) { Issue.record("\(file.path):\(number): a consumer beside its room") }
        }
        guard files.contains(where: { $0.room == "Consumers" }) else { return }
        let tests = try String(contentsOf: Self.checkout.appendingPathComponent("Tests/\(service)Tests/EveryOrderTests.swift"), encoding: .utf8)
        for line in ["let all = consumers(", "EveryOrder(", ".check()", "#expect(tried == all.handledTypes)", "ServiceTopics.of("] {
            #expect(tests.contains(line), "Tests/\(service)Tests/EveryOrderTests.swift: no \(line)")
        }
    }

    /// The services without the room read no topic, but for the sessions that each replica hears of.
    @Test func whoHasNoConsumersReadsNothing() throws {
        let with = try Self.services.filter { try Self.sources(of: $0).contains { $0.room == "Consumers" } }
        #expect(Set(with) == Set(ServiceTopics.all.filter { !$0.consumes.isEmpty }.map { $0.service.split(separator: "-").map(\.capitalized).joined() }))
    }

    @Test(arguments: services) func everyFileIsInARoom(_ service: String) throws {
        let files = try Self.sources(of: service)
        let known = Self.rooms.union(Self.ownRooms[service] ?? [])
        for file in files { #expect(known.contains(file.room), "\(file.path) is in no room") }
        let beside = Set(files.filter(\.room.isEmpty).map(\.name))
        #expect(beside.subtracting(["Metrics.swift"]) == ["Main.swift", "Config.swift", "App.swift", "Routes.swift"])
        let rooms = Set(files.map(\.room))
        #expect(rooms.isSuperset(of: ["Handlers", "UseCases", "Rules", "Store", "Views"]))
    }

    /// A consumer says which event `OnX` takes; that enters the use case. Nothing else stands between.
    @Test(arguments: services) func consumersHaveOneShape(_ service: String) throws {
        for file in try Self.sources(of: service) where file.room == "Consumers" && file.name.hasSuffix("Consumer.swift") {
            for handler in Self.handlers(file.lines.map(\.1)) { #expect(Self.isInShape(handler), "\(file.path): \(handler)") }
        }
    }

    @Test(
        arguments: [
            ("                .on(A.self) { event, _, tx in\n                    try await OnA(dependencies: dependencies).handle(event, tx)\n                },", true),
            (".following(A.self) { event, _, tx in try await OnA().handle(event, tx) }])", true),
            (".on(type) { event, received, tx in try await OnEvent(dependencies: dependencies).handle(event, received, tx) }", true),
            (".on(A.self) { event, _, tx in try await OnB().handle(event, tx) }", false),
            (".on(A.self) { event, _, tx in try await judge(event, tx) }", false),
            (".following(A.self) { event, _, tx in try await ProjectPerson()(PublicProfile(event), tx) }", false)
        ]) func theShapeIsFound(_ text: String, _ isRight: Bool)
    {
        let handlers = Self.handlers(text.split(separator: "\n"))
        #expect(handlers.count == 1 && handlers.allSatisfy(Self.isInShape) == isRight)
    }

    /// What is said of each event, in one line.
    private static func handlers(_ lines: [Substring]) -> [String] {
        let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        return text.replacing(".following(", with: ".on(").components(separatedBy: ".on(").dropFirst().map { "\($0)" }
    }

    private static func isInShape(_ handler: String) -> Bool {
        let shape = /(\w+)(\.self)?\) \{ event, (_|received), tx in try await On(\w+)\((dependencies: dependencies)?\)\.handle\(event, (received, )?tx\) \}.*/
        guard let match = handler.prefixMatch(of: shape) else { return false }
        return match.1 == match.4 || match.1 == "type"
    }

    /// Main and the tests put every service together alike.
    @Test(arguments: services) func everyServiceIsPutTogetherAlike(_ service: String) throws {
        let lines = try Self.sources(of: service).filter { $0.path == "Services/\(service)/App.swift" }.flatMap { $0.lines.map { String($0.1) } }
        let shapes = [
            "func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {",
            "func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {"
        ]
        #expect(lines.filter { $0.hasPrefix("func app(") || $0.hasPrefix("func serviceApp(") } == shapes)
    }

    /// Where the table of contents says that a standby may answer, the handler reads as the pool is told so by the request, and asks the database in no other way; no other
    /// handler does.
    @Test(arguments: services) func whatAStandbyMayAnswerIsOnlyRead(_ service: String) throws {
        let files = try Self.sources(of: service)
        let table = files.filter { $0.path == "Services/\(service)/Routes.swift" }.flatMap { $0.lines.map { String($0.1) } }
        let marked = Self.forStandbys(table.joined(separator: "\n"))
        var reading: Set<String> = []
        let asking = try Regex(#"\b(transaction|idempotent|withConnection|withStandby)\b"#).wordBoundaryKind(.simple)
        for file in files where file.room == "Handlers" && file.lines.contains(where: { $0.1.contains("pool.reading(request)") }) {
            reading.insert(String(file.name.dropLast(".swift".count)))
            for (number, line) in file.lines where line.contains(asking) { Issue.record("\(file.path):\(number): \(line)") }
        }
        #expect(marked == reading)
    }

    @Test func whatAStandbyMayAnswerIsFoundInATable() {
        let table = #"""
            .get("/as", read, operation: "listAs", ListAs(dependencies: dependencies).handle
            ).fromStandby().computing(),
            .post(
                "/as", write, operation: "makeA",
                MakeA(dependencies: dependencies).handle),
            .get("/bs", read, operation: "listBs",
                ListBs(
                    dependencies: dependencies
                ).handle
            ).fromStandby()
            """#
        #expect(Self.forStandbys(table) == ["ListAs", "ListBs"])
    }

    /// The handlers of a table of contents whose routes say so.
    private static func forStandbys(_ table: String) -> Set<String> {
        let routes = table.components(separatedBy: "operation: \"").dropFirst().filter { $0.contains(".fromStandby()") }
        return Set(routes.compactMap { $0.prefixMatch(of: /\w+",\s+(\w+)\(/).map { String($0.1) } })
    }

    private struct Source {
        var path: String
        /// Empty for the files beside the rooms.
        var room: String
        var name: String
        /// Without those that are comments; each with its number.
        var lines: [(Int, Substring)]
    }

    private static func sources(of service: String) throws -> [Source] {
        let folder = checkout.appendingPathComponent("Services/\(service)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted()
        return try paths.map { path in
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
            let parts = path.split(separator: "/").map(String.init)
            return Source(
                path: "Services/\(service)/\(path)", room: parts.count == 1 ? "" : parts[0], name: parts[parts.count - 1],
                lines: lines.filter { !$0.1.drop(while: { $0 == " " }).hasPrefix("//") })
        }
    }

    private static func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: checkout.appendingPathComponent(folder).path).filter { $0.hasSuffix(".swift") }.sorted()
        return try paths.map { path in
            ("\(folder)/\(path)", try String(contentsOf: checkout.appendingPathComponent("\(folder)/\(path)"), encoding: .utf8))
        }
    }

    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
