import Foundation

/// Starts the whole platform, step by step, and stops it.
struct Platform: Sendable {
    struct Options: Sendable {
        var demo = true
        var rateLimits = true
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
        // On one's own machine an erasure is something to look at, not to wait a week for.
        var standard = ["CARE_ERASURE_GRACE": "0s"]
        // Whoever turns the limits off signs many people up from one address.
        if !options.rateLimits { standard["CARE_SIGN_UPS_PER_HOUR"] = "1000000" }
        inherited = environment.merging(standard) { set, _ in set }
        broker = BrokerChoice(environment)
        crew = Crew(pidFiles: PidFiles(directory: layout.run))
    }

    /// Returns what the operator is told at the end.
    func start() async throws -> Summary {
        await PidFiles(directory: layout.run).endSurvivors()
        try await Terminal.step("checks") { try preflight() }
        let postgres = try await Terminal.step("PostgreSQL") { try await startPostgres() }
        try await Terminal.step("broker") { try await startBroker() }
        let settings =
            if let postgres {
                try ServiceEnvironment(
                    layout: layout, broker: broker, inherited: inherited, databases: try postgres.urls(), databaseFiles: try postgres.urlFiles())
            } else { try await Databases.settings(layout, inherited) }
        try await Terminal.step("migrations") {
            try await Migrations.run(settings)
            return PlatformService.all.map(\.database).joined(separator: ", ")
        }
        // The embedded broker was given them at its start: it has no admin API.
        if broker != .embedded {
            try await Terminal.step("topics") {
                try await Topics.create(inherited.merging(["CARE_KAFKA_BOOTSTRAP": broker.bootstrap(layout)]) { _, new in new })
                return "\(Topics.all.count / 2), each with its dead letters"
            }
        }
        try await Terminal.step("services") {
            try await crew.start(members(settings))
            return PlatformProgram.all.map(\.name).joined(separator: ", ") + (layout.replicas > 1 ? ", \(layout.replicas) of each" : "")
        }
        try await Terminal.step("gateway") { try await startGateway() }
        var story: DemoData.Story?
        if options.demo {
            story = try await Terminal.step("demo data") { (try await DemoData(settings).load(), "two accounts, weekly hours, an OAuth client, emergency rooms") }
        }
        let summary = Summary(settings: settings, administrator: postgres?.administrator, pids: await crew.pids(), story: story)
        if let file = options.readyFile { try summary.write(to: file) }
        return summary
    }

    func stop() async {
        if let file = options.readyFile { try? FileManager.default.removeItem(atPath: file) }
        await crew.stop()
    }

    // MARK: Steps

    private func preflight() throws -> String {
        let faults = Preflight(layout: layout, broker: broker, environment: inherited).checks().filter(\.isFault)
        guard faults.isEmpty else {
            throw CrewFailure(description: "the platform cannot start here; nothing was started.\n" + faults.map { "  " + $0.text }.joined(separator: "\n"))
        }
        return "programs, ports, disk"
    }

    /// Nil: the operator has named databases that are somewhere already.
    private func startPostgres() async throws -> (LocalPostgres?, String) {
        if Databases.areNamed(inherited) { return (nil, "the databases that CARE_…_DATABASE_URL name") }
        let postgres = try await LocalPostgres.prepare(layout, inherited)
        try await crew.start([try postgres.member()])
        try await postgres.createDatabases()
        return (postgres, postgres.isNew ? "a new private cluster, no TCP port" : "private, no TCP port")
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
                environment: inherited.filter { HandedOn.surroundings($0.key) }, directory: layout.state, log: layout.log("broker"), signalWhenOrphaned: "TERM")
            try await crew.start([Crew.Member(name: "broker", stage: .broker, launch: launch, readiness: .port(layout.brokerPort))])
            return "embedded, on 127.0.0.1:\(layout.brokerPort); keeps nothing on disk (KAFKA_HOME=… takes a real Kafka)"
        case .kafka(let home):
            try await crew.start([LocalKafka(layout: layout, home: home, inherited: inherited).member()])
            return "Kafka, on 127.0.0.1:\(layout.brokerPort)"
        }
    }

    private func startGateway() async throws -> String {
        var environment = inherited
        if !options.rateLimits { environment["CARE_GATEWAY_LIMITS"] = "off" }
        guard let haproxy = Tool.haproxy else { throw CrewFailure(description: "HAProxy is gone. Mend: make setup") }
        let issuer = ServiceEnvironment.issuer(layout, inherited)
        try await crew.start([Gateway(layout: layout, inherited: environment, issuer: issuer).member(haproxy: haproxy)])
        return issuer
    }

    private func members(_ settings: ServiceEnvironment) throws -> [Crew.Member] {
        // The front door shows the demo's password and invitation, which are made here when there are none yet.
        let isDemo = options.demo && layout.isLocal
        if isDemo { _ = try DemoSecrets(layout) }
        return (0..<layout.replicas).flatMap { replica in
            PlatformService.all.map { member($0.program, replica, settings.environment(of: $0, replica: replica)) }
                + [member(.frontDoor, replica, settings.environmentOfFrontDoor(replica: replica, isDemo: isDemo))]
        }
    }

    private func member(_ program: PlatformProgram, _ replica: Int, _ environment: [String: String]) -> Crew.Member {
        let name = program.memberName(replica)
        let launch = Launch(
            executable: program.path, arguments: ["serve"], environment: environment, directory: layout.state, log: layout.log(name), signalWhenOrphaned: "TERM")
        return Crew.Member(name: name, stage: .services, launch: launch, readiness: .http(port: layout.port(of: program, replica: replica), path: "/readyz"))
    }
}
