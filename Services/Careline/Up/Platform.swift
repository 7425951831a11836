import Foundation
import Kafka

/// Starts the whole platform, step by step, and stops it.
struct Platform: Sendable {
    struct Options: Sendable {
        var demo = true
        var limits = true
        /// Written when everything runs: addresses, process ids and places, as JSON.
        var readyFile: String?
    }

    let layout: Layout
    let broker: BrokerChoice
    let options: Options
    let inherited: [String: String]
    let crew: Crew

    init(layout: Layout, options: Options, environment: [String: String]) {
        self.layout = layout
        self.options = options
        inherited = environment
        broker = BrokerChoice(environment)
        crew = Crew(pidFiles: PidFiles(directory: layout.run))
    }

    private var secrets: Secrets { Secrets(directory: layout.secrets) }
    private var issuer: String {
        if let issuer = inherited["CARE_ISSUER"] { return issuer }
        let scheme = inherited["CARE_TLS_CERT"] == nil ? "http" : "https"
        let port = inherited["CARE_TLS_CERT"] == nil ? "\(layout.gatewayPort)" : inherited["CARE_TLS_PORT"] ?? "8443"
        return "\(scheme)://127.0.0.1:\(port)"
    }

    func start() async throws {
        await PidFiles(directory: layout.run).endSurvivors()
        try await Terminal.step("checks") { try preflight() }
        var databases: [String: String] = [:]
        try await Terminal.step("PostgreSQL") {
            let postgres = try await LocalPostgres.prepare(layout, secrets, inherited)
            try await crew.start([try postgres.member()])
            try await postgres.createDatabases()
            databases = try postgres.urls()
            return postgres.isNew ? "a new private cluster, no TCP port" : "private, no TCP port"
        }
        try await Terminal.step("broker") { try await startBroker() }
        let settings = try serviceSettings(databases)
        try await Terminal.step("migrations") { try await migrate(settings) }
        try await Terminal.step("topics") {
            try await Topics.create(bootstrap: broker.bootstrap(layout))
            return "\(Topics.all.count)"
        }
        try await Terminal.step("services") {
            try await crew.start(serviceMembers(settings))
            return PlatformService.all.map(\.name).joined(separator: ", ") + (layout.replicas > 1 ? ", \(layout.replicas) of each" : "")
        }
        try await Terminal.step("gateway") {
            var environment = inherited
            if !options.limits { environment["CARE_GATEWAY_LIMITS"] = "off" }
            guard let haproxy = Tool.haproxy else { throw CrewFailure(description: "HAProxy is gone. Mend: make setup") }
            try await crew.start([Gateway(layout: layout, inherited: environment, issuer: issuer).member(haproxy: haproxy)])
            return nil
        }
    }

    func stop() async { await crew.stop() }

    // MARK: Steps

    private func preflight() throws -> String? {
        let faults = Preflight(layout: layout, broker: broker, environment: inherited).checks().filter(\.isFault)
        guard faults.isEmpty else {
            throw CrewFailure(description: "the platform cannot start here; nothing was started.\n" + faults.map { "  " + $0.text }.joined(separator: "\n"))
        }
        return nil
    }

    private func startBroker() async throws -> String {
        switch broker {
        case .running(let bootstrap):
            return "the running cluster at \(bootstrap)"
        case .embedded:
            var arguments = ["broker", "--port", "\(layout.brokerPort)"]
            // It has no admin API: its topics are made with it.
            for topic in Topics.all { arguments += ["--topic", "\(topic.name):\(topic.partitions)"] }
            let launch = Launch(
                executable: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"), arguments: arguments,
                environment: inherited, directory: layout.state, log: layout.log("broker"), signalWhenOrphaned: "TERM")
            try await crew.start([Crew.Member(name: "broker", stage: .broker, launch: launch, readiness: .port(layout.brokerPort))])
            return "embedded, on 127.0.0.1:\(layout.brokerPort); keeps nothing on disk (KAFKA_HOME=… takes a real Kafka)"
        case .kafka(let home):
            try await crew.start([LocalKafka(layout: layout, home: home, inherited: inherited).member()])
            return "Kafka, on 127.0.0.1:\(layout.brokerPort)"
        }
    }

    private func serviceSettings(_ databases: [String: String]) throws -> ServiceEnvironment {
        ServiceEnvironment(
            layout: layout, broker: broker, inherited: inherited, issuer: issuer, databases: databases, masterKeyFile: try secrets.key("master.key", bytes: 32))
    }

    private func migrate(_ settings: ServiceEnvironment) async throws -> String? {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in PlatformService.all {
                let launch = Launch(
                    executable: service.path, arguments: ["migrate"], environment: settings.environment(of: service), directory: layout.state,
                    log: layout.log("\(service.name)-migrate"))
                group.addTask { try await Errand.run(launch, within: .seconds(300)) }
            }
            try await group.waitForAll()
        }
        return PlatformService.all.map(\.database).joined(separator: ", ")
    }

    private func serviceMembers(_ settings: ServiceEnvironment) -> [Crew.Member] {
        PlatformService.all.flatMap { service in
            (0..<layout.replicas).map { replica in
                let name = service.memberName(replica)
                let launch = Launch(
                    executable: service.path, arguments: ["serve"], environment: settings.environment(of: service, replica: replica), directory: layout.state,
                    log: layout.log(name), signalWhenOrphaned: "TERM")
                return Crew.Member(
                    name: name, stage: .services, launch: launch, readiness: .http(port: layout.port(of: service, replica: replica), path: "/readyz"))
            }
        }
    }
}
