// swift-tools-version: 6.0
import PackageDescription

/// Warnings are errors in our own code only: a dependency's warning is not ours to mend. What an app takes this package as may have no such flags:
/// its tools check them out there.
let isDependency = Context.packageDirectory.contains("/checkouts/")
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)] + (isDependency ? [] : [.unsafeFlags(["-warnings-as-errors"])])

let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
/// RSA: id tokens for apps that know no elliptic curves.
let cryptoExtras: Target.Dependency = .product(name: "_CryptoExtras", package: "swift-crypto")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let deque: Target.Dependency = .product(name: "DequeModule", package: "swift-collections")

/// What a service is made of, the lowest layer first; the tests of one see all of it.
let kit: [Target.Dependency] = ["CareModels", "JSON", "Telemetry", "Postgres", "Kafka", "HTTP", "Sealing", "Outbox", "CareService"]

let package = Package(
    name: "careline",
    // For what apps use; the services run on Linux.
    platforms: [.iOS(.v17), .macOS(.v14), .watchOS(.v10)],
    products: [
        .executable(name: "auth-service", targets: ["AuthService"]),
        .executable(name: "scheduling-service", targets: ["SchedulingService"]),
        .executable(name: "messaging-service", targets: ["MessagingService"]),
        .executable(name: "er-directory-service", targets: ["ERDirectoryService"]),
        .executable(name: "health-monitor-service", targets: ["HealthMonitorService"]),
        .executable(name: "records-service", targets: ["RecordsService"]),
        .executable(name: "webhooks-service", targets: ["WebhooksService"]),
        .executable(name: "front-door-service", targets: ["FrontDoorService"]),
        .executable(name: "careline", targets: ["Careline"]),
        .executable(name: "careline-bench", targets: ["Benchmarks"]),
        .executable(name: "care-client-bench", targets: ["ClientBenchmarks"]),
        .executable(name: "care", targets: ["care"]),
        .library(name: "CareClient", targets: ["CareClient"]),
        .library(name: "CareClientTesting", targets: ["CareClientTesting"]),
        .library(name: "CareModels", targets: ["CareModels"]),
        .library(name: "JSON", targets: ["JSON"])
    ],
    dependencies: [
        // Exactly the sources of deploy/dev/toolchain/packages. The last two are what the others need: named here for their versions alone.
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.65.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", exact: "3.0.0"),
        .package(url: "https://github.com/apple/swift-collections.git", exact: "1.1.3"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-atomics.git", exact: "1.2.0"),
        .package(url: "https://github.com/apple/swift-system.git", exact: "1.5.0")
    ],
    targets: [
        .systemLibrary(name: "CPostgres", path: "Shared/CPostgres", pkgConfig: "libpq"),
        .systemLibrary(name: "CKafka", path: "Shared/CKafka", pkgConfig: "rdkafka"),
        .systemLibrary(name: "CArgon2", path: "Shared/CArgon2", pkgConfig: "libargon2"),
        .systemLibrary(name: "CQrencode", path: "Shared/CQrencode", pkgConfig: "libqrencode"),
        .systemLibrary(name: "CCurl", path: "Shared/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "CMalloc", path: "Shared/CMalloc"),
        // Apple's systems have a module of their own for it.
        .systemLibrary(name: "CSQLite", path: "Shared/CSQLite", pkgConfig: "sqlite3"),
        // What asks servers that are not ours. It knows none of the layers.
        .target(name: "Fetch", dependencies: ["CCurl"], path: "Shared/Fetch", swiftSettings: strict),
        // Each layer knows those before it only.
        .target(name: "CareModels", path: "Shared/CareModels", swiftSettings: strict),
        // Binds what asks other servers to where a service may connect to.
        .target(name: "Outgoing", dependencies: ["CareModels", "Fetch"], path: "Shared/Outgoing", swiftSettings: strict),
        .target(name: "JSON", dependencies: ["CareModels"], path: "Shared/JSON", swiftSettings: strict),
        // What the standard of health records says: of values of JSON, pure functions.
        .target(name: "FHIR", dependencies: ["CareModels", "JSON"], path: "Shared/FHIR", swiftSettings: strict),
        .target(name: "Telemetry", dependencies: ["CareModels", "JSON"], path: "Shared/Telemetry", swiftSettings: strict),
        .target(name: "Postgres", dependencies: ["CPostgres", "CareModels", "JSON", deque], path: "Shared/Postgres", swiftSettings: strict),
        .target(name: "CKafkaBroker", dependencies: ["CKafka"], path: "Shared/CKafkaBroker"),
        .target(
            name: "Kafka", dependencies: ["CKafka", "CKafkaBroker", deque], path: "Shared/Kafka", swiftSettings: strict),
        .target(
            name: "HTTP", dependencies: ["CareModels", "Telemetry", "JSON", nio, nioPosix, nioHTTP1, nioWebSocket, crypto, deque],
            path: "Shared/HTTP", swiftSettings: strict),
        .target(
            name: "Sealing", dependencies: ["CareModels", "Telemetry", "JSON", "Postgres", "HTTP", crypto, cryptoExtras],
            path: "Shared/Sealing", resources: [.embedInCode("Migrations")], swiftSettings: strict),
        .target(
            name: "Outbox",
            dependencies: ["CareModels", "Telemetry", "JSON", "Postgres", "Kafka", "HTTP", "Sealing", crypto, deque],
            path: "Shared/Outbox", resources: [.embedInCode("Migrations")], swiftSettings: strict),
        .target(
            name: "CareService",
            dependencies: [
                "CareModels", "Telemetry", "JSON", "Postgres", "Kafka", "HTTP", "Sealing", "Outbox", "CMalloc", nio, crypto, deque, arguments
            ],
            path: "Shared/CareService", swiftSettings: strict),
        // What apps use, on Linux and on Apple's systems: it knows no layer of the services but the first two.
        .target(
            name: "CareClient",
            dependencies: [
                "CareModels", "JSON", .target(name: "CSQLite", condition: .when(platforms: [.linux])), .target(name: "Fetch", condition: .when(platforms: [.linux])),
                crypto
            ],
            path: "Shared/CareClient", swiftSettings: strict),
        .executableTarget(name: "care", dependencies: ["CareClient", "CareModels", arguments], path: "Examples/care", swiftSettings: strict),
        // What it is tested with, and what apps that use it are.
        .target(name: "CareClientTesting", dependencies: ["CareClient", "CareModels"], path: "Shared/CareClientTesting", swiftSettings: strict),
        .executableTarget(
            name: "AuthService",
            dependencies: [
                "CareModels", "JSON", "Telemetry", "Postgres", "HTTP", "Sealing", "Outbox", "CareService", "Fetch", "Outgoing", "CArgon2", "CQrencode", crypto,
                cryptoExtras, arguments
            ],
            path: "Services/Auth", resources: [.embedInCode("Migrations"), .embedInCode("Passwords/common_passwords.txt")], swiftSettings: strict),
        .executableTarget(
            name: "SchedulingService", dependencies: ["CareModels", "JSON", "Postgres", "HTTP", "Sealing", "Outbox", "CareService"],
            path: "Services/Scheduling", resources: [.embedInCode("Migrations")], swiftSettings: strict),
        .executableTarget(
            name: "MessagingService",
            dependencies: ["CareModels", "Telemetry", "JSON", "Postgres", "HTTP", "Sealing", "Outbox", "CareService", crypto],
            path: "Services/Messaging", resources: [.embedInCode("Migrations")], swiftSettings: strict),
        .executableTarget(
            name: "ERDirectoryService",
            dependencies: ["CareModels", "JSON", "Postgres", "HTTP", "Sealing", "Outbox", "CareService"],
            path: "Services/ERDirectory", resources: [.embedInCode("Migrations"), .embedInCode("Zones/zone1970.tab")], swiftSettings: strict),
        .executableTarget(
            name: "RecordsService",
            dependencies: ["CareModels", "JSON", "FHIR", "Telemetry", "Postgres", "HTTP", "Sealing", "Outbox", "CareService", crypto, arguments],
            path: "Services/Records", resources: [.embedInCode("Migrations")], swiftSettings: strict),
        .executableTarget(
            name: "HealthMonitorService", dependencies: ["CareModels", "JSON", "Telemetry", "Postgres", "HTTP", "Sealing", "Outbox", "CareService"],
            path: "Services/HealthMonitor", resources: [.embedInCode("Migrations")], swiftSettings: strict),
        .executableTarget(
            name: "WebhooksService",
            dependencies: [
                "CareModels", "Telemetry", "JSON", "Postgres", "Fetch", "Outgoing", "HTTP", "Sealing", "Outbox", "CareService", crypto, arguments
            ],
            path: "Services/Webhooks", resources: [.embedInCode("Migrations")], swiftSettings: strict),
        .executableTarget(
            name: "FrontDoorService", dependencies: ["CareModels", "JSON", "Telemetry", "HTTP", "CareService", crypto],
            path: "Services/FrontDoor", swiftSettings: strict),
        .executableTarget(
            name: "Careline",
            dependencies: [
                "CareModels", "JSON", "Fetch", "Postgres", "Kafka", "HTTP", "Sealing", "Outbox", "CareService", crypto, arguments
            ],
            path: "Services/Careline", swiftSettings: strict),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CareModels", "JSON", "FHIR", "Postgres", "Kafka", "Outbox", "CareService", "CKafka", "CArgon2", nio, nioPosix, nioHTTP1, arguments
            ],
            path: "Tests/Outside/benchmarks/Programs", swiftSettings: strict),
        .executableTarget(
            name: "ClientBenchmarks", dependencies: ["CareClient", "CareModels", arguments], path: "Tests/Outside/benchmarks/Client", swiftSettings: strict),
        .testTarget(name: "KafkaTests", dependencies: ["Kafka", "CKafka", "Careline", "TestKit"], path: "Tests/KafkaTests", swiftSettings: strict),
        .testTarget(
            name: "FHIRTests", dependencies: ["FHIR", "JSON"], path: "Tests/FHIRTests", exclude: ["Cases"], swiftSettings: strict),
        .testTarget(
            name: "JSONTests", dependencies: ["JSON", "CareModels"], path: "Tests/JSONTests", exclude: ["Cases"], swiftSettings: strict),
        .testTarget(
            name: "CareClientTests", dependencies: ["CareClient", "CareClientTesting", "CareModels", "JSON", crypto], path: "Tests/CareClientTests",
            swiftSettings: strict + [.define("CARE_URLSESSION")]),
        .testTarget(
            name: "ClientStoryTests",
            dependencies: kit + [
                "CareClient", "SchedulingService", "MessagingService", "HealthMonitorService", "ERDirectoryService", "RecordsService", "TestKit", "ServiceTestKit"
            ],
            path: "Tests/ClientStoryTests", swiftSettings: strict),
        .testTarget(
            name: "CareModelsTests", dependencies: ["CareModels", "JSON"], path: "Tests/CareModelsTests", exclude: ["Golden"],
            swiftSettings: strict),
        .testTarget(
            name: "CarelineTests", dependencies: ["Careline", "CareModels", "Fetch", "HTTP", "Postgres", "Sealing", "Outbox", "CareService", "TestKit", crypto],
            path: "Tests/CarelineTests", exclude: ["Support/services.cfg"], swiftSettings: strict),
        .testTarget(
            name: "ContractsTests",
            dependencies: [
                "Careline", "AuthService", "SchedulingService", "MessagingService", "HealthMonitorService", "ERDirectoryService", "RecordsService",
                "WebhooksService", "FrontDoorService", "CareModels", "JSON", "CareService"
            ],
            path: "Tests/ContractsTests", swiftSettings: strict),
        .testTarget(
            name: "CareServiceTests",
            dependencies: kit + ["Fetch", "TestKit", "ServiceTestKit", "Careline", nio, nioPosix, nioHTTP1, nioWebSocket, crypto, cryptoExtras],
            path: "Tests/CareServiceTests", exclude: ["Vectors"], swiftSettings: strict),
        // The fuzzers as they are, without libFuzzer: below, another package is made of them with it.
        .testTarget(
            name: "KnownInputsTests",
            dependencies: kit + [
                "AuthService", "SchedulingService", "MessagingService", "HealthMonitorService", "ERDirectoryService", "RecordsService", "WebhooksService",
                "Careline", "FHIR", nio, nioHTTP1, nioWebSocket, crypto
            ],
            path: "Tests/Fuzz", exclude: ["CFuzzer", "Programs/Main.swift", "corpus", "dictionaries", "library", "regressions", "run"], swiftSettings: strict),
        .target(name: "TestKit", dependencies: ["Postgres", "Kafka", nio, nioPosix], path: "Tests/TestKit", swiftSettings: strict),
        .target(name: "ServiceTestKit", dependencies: kit + ["TestKit", crypto, cryptoExtras], path: "Tests/ServiceTestKit", swiftSettings: strict),
        .testTarget(name: "PostgresTests", dependencies: ["Postgres", "TestKit"], path: "Tests/PostgresTests", swiftSettings: strict),
        .testTarget(
            name: "SchedulingTests", dependencies: kit + ["SchedulingService", "Careline", "TestKit", "ServiceTestKit"],
            path: "Tests/SchedulingTests", swiftSettings: strict),
        .testTarget(
            name: "MessagingTests",
            dependencies: kit + ["MessagingService", "Careline", "TestKit", "ServiceTestKit", nio, nioPosix],
            path: "Tests/MessagingTests", swiftSettings: strict),
        .testTarget(
            name: "ERDirectoryTests", dependencies: kit + ["ERDirectoryService", "Careline", "TestKit", "ServiceTestKit"],
            path: "Tests/ERDirectoryTests", swiftSettings: strict),
        .testTarget(
            name: "RecordsTests", dependencies: kit + ["FHIR", "RecordsService", "TestKit", "ServiceTestKit", crypto, arguments, nioPosix], path: "Tests/RecordsTests",
            swiftSettings: strict),
        .testTarget(
            name: "HealthMonitorTests", dependencies: kit + ["HealthMonitorService", "Careline", "TestKit", "ServiceTestKit"],
            path: "Tests/HealthMonitorTests", swiftSettings: strict),
        .testTarget(
            name: "WebhooksTests", dependencies: kit + ["WebhooksService", "Fetch", "TestKit", "ServiceTestKit", crypto],
            path: "Tests/WebhooksTests", swiftSettings: strict),
        .testTarget(
            name: "FrontDoorTests", dependencies: ["FrontDoorService", "CareModels", "Telemetry", "HTTP", "CareService", "ServiceTestKit"],
            path: "Tests/FrontDoorTests", swiftSettings: strict),
        .testTarget(
            name: "AuthTests", dependencies: kit + ["AuthService", "Fetch", "TestKit", "ServiceTestKit", crypto, cryptoExtras], path: "Tests/AuthTests",
            swiftSettings: strict)
    ]
)

// CARE_WHOLE_MODULES=1 has each module of a debug build compiled at once: a third less for the processors, and for who edits one file of a large module twice
// the wait. For machines that build once, and throw it away.
if Context.environment["CARE_WHOLE_MODULES"] == "1" {
    for target in package.targets where target.type != .test && target.swiftSettings != nil {
        target.swiftSettings?.append(
            .unsafeFlags(["-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo"], .when(configuration: .debug)))
    }
}

// CARE_OPTIMISED names modules that a debug build optimises as a release does ("JSON FHIR"): those that the tests wait for longer than for a slower compiler.
let optimised = Set((Context.environment["CARE_OPTIMISED"] ?? "").split(separator: " ").map { String($0) })
for target in package.targets where optimised.contains(target.name) && target.swiftSettings != nil {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}

// CARE_WITHOUT_TESTS=1 leaves the tests out, and what they share (deploy/dev/build sets it where they are not wanted): `swift build` would compile the kits,
// which import Testing, and there is no Testing among the libraries that a release build takes into its executables.
if Context.environment["CARE_WITHOUT_TESTS"] == "1" {
    package.targets.removeAll { $0.type == .test || ["TestKit", "ServiceTestKit"].contains($0.name) }
}

// CARELINE_FUZZ, libFuzzer's path (deploy/dev/build sets it), makes another package: those sources that read what strangers send, compiled with counters on
// every edge and the address sanitizer, which normal builds have no use for, and one executable with every fuzzer. Their modules have names of
// their own, so that this is built beside the ordinary debug build and takes from it what has no parser of ours: NIO, BoringSSL, the Kafka client.
// The instruments make a file several times as long to compile: what no fuzzer gives bytes to, and what none of these needs, has no place here.
if let libFuzzer = Context.environment["CARELINE_FUZZ"] {
    func files(_ folder: String, _ names: String...) -> [String] { names.map { "\(folder)/\($0).swift" } }
    // By itself: the compiler gives up on one expression with all of it.
    let records: [[String]] = [
        files(
            "Rules", "AnnotationQuery", "Annotations", "Annotations+Refusal", "Cancellation", "Precondition", "RecordCriteria", "RecordPage", "RecordStatus", "TimeRange"),
        files("Rules/Access", "AccessEvent", "AccessSearch", "ConsentGrant", "ConsentReading", "ContentCodes", "ContentRule", "NotedID", "Purpose"),
        files("Rules/AppData", "SealedEnvelope"), files("Budget", "Budget", "Budget+Item"),
        files(
            "Rules/FHIR", "BatchBundle", "BundleEntry", "BundleEntry+Condition", "CareDates", "EntryName", "JSONValue+Parent", "NDJSON", "NarrativeLinks",
            "ObservedValue", "SentCondition",
            "PersonsPlace", "ResourceDraft", "ResourceFault", "ResourceID", "ResourcePatch", "ResourceValidation", "SearchQuery", "SearchReading", "SubsetTag",
            "TransactionReferences", "ValidationWish"),
        files("Rules/Contents", "SecurityContext", "Tus"), files("Handlers/Contents", "BinaryForm", "FileHeaders"),
        files("Handlers/FHIR", "FHIRMedia", "Preference")
    ]
    // Nil: all of the module.
    let parts: [String: [String]?] = [
        "CareModels": nil, "Telemetry": nil, "JSON": nil,
        "HTTP": ["EventStream", "Requests", "Responses", "Routing", "Server", "Values", "WebSocket"],
        "FHIR": ["FHIRDate.swift", "FHIRRelease.swift", "Patch", "Path", "Search", "Structure", "Validation"],
        "Sealing": ["MasterKeys/SecretBytes.swift", "Signatures"],
        "Outbox": files("Consuming", "ReceivedEvent") + files("Emitting", "CloudEventHeaders") + files("Idempotency", "IdempotencyKey", "StoredResponse"),
        "CareService": files("Tokens", "AccessTokenClaims", "JSONWebToken", "PresentedToken", "TokenHash")
            + files("Tokens/DPoP", "DPoPProof", "DPoPRefusal", "ProofNonces"),
        "RecordsService": records.flatMap { $0 },
        "AuthService": ["Rules", "Keys/Secret+Random.swift", "Handlers/Authorize/Browser.swift", "Views/ClientJWKS+Text.swift"],
        "SchedulingService": ["Rules", "Handlers/SlotBody.swift"],
        "MessagingService": ["Rules", "Handlers/MessageBody.swift", "Stream/StreamCommand.swift"],
        "ERDirectoryService": ["Rules", "Zones/PrincipalPlaces.swift"],
        "HealthMonitorService": ["Rules", "Handlers/HeartRateItem.swift"],
        "WebhooksService": ["Rules", "Views/CloudEventView.swift"],
        "Careline": files("Import", "CSVReader", "GeoJSONReader", "ERRow")
    ]
    // As they are in the ordinary build.
    let shared = ["CKafka", "CKafkaBroker", "Kafka"]
    let fuzzed = package.targets.filter { parts.keys.contains($0.name) }
    let aliases = fuzzed.flatMap { ["-module-alias", "\($0.name)=Fuzzed\($0.name)"] }
    // Not the driver's own flag: that would link libFuzzer's `main` into everything.
    let counted: [SwiftSetting] = [.unsafeFlags(aliases + ["-O", "-whole-module-optimization", "-num-threads", "2", "-Xfrontend", "-sanitize=address,fuzzer"])]
    func needed(_ dependencies: [Target.Dependency]) -> [Target.Dependency] {
        dependencies.compactMap { dependency in
            guard case .byNameItem(let name, _) = dependency else { return dependency }
            if parts.keys.contains(name) { return .byName(name: "Fuzzed\(name)") }
            return shared.contains(name) ? dependency : nil
        }
    }
    package.products = [.executable(name: "care-fuzz", targets: ["Fuzz"])]
    package.targets.removeAll { !shared.contains($0.name) }
    package.targets += fuzzed.map { target in
        .target(
            name: "Fuzzed\(target.name)", dependencies: needed(target.dependencies), path: target.path, sources: parts[target.name] ?? nil,
            resources: target.name == "ERDirectoryService" ? [.embedInCode("Zones/zone1970.tab")] : [], swiftSettings: strict + counted)
    }
    package.targets.append(.systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"))
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: needed(fuzzed.map { .byName(name: $0.name) }) + ["CFuzzer", "Kafka", nio, nioPosix, nioHTTP1, nioWebSocket, crypto],
            path: "Tests/Fuzz/Programs", swiftSettings: strict + [.unsafeFlags(aliases)],
            // Not by lld, which the whole is otherwise linked with (deploy/dev/build): it refuses libFuzzer's library of C++.
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "-fuse-ld=bfd", "-sanitize=address", libFuzzer]), .linkedLibrary("stdc++")]))
}
