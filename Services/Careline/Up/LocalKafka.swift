import Foundation

/// A single Kafka node in KRaft mode, from a distribution on this machine, with its data in the state directory.
struct LocalKafka {
    var layout: Layout
    var home: String
    var inherited: [String: String]

    /// Formats the data directory at the first start.
    func member() async throws -> Crew.Member {
        let properties = layout.kafka + "/server.properties"
        try FileManager.default.createDirectory(atPath: layout.kafka, withIntermediateDirectories: true)
        try settings.write(toFile: properties, atomically: true, encoding: .utf8)
        if !FileManager.default.fileExists(atPath: layout.kafka + "/data/meta.properties") {
            let identifier = try await errand("kafka-storage.sh", ["random-uuid"]).trimmingCharacters(in: .whitespacesAndNewlines)
            try await errand("kafka-storage.sh", ["format", "--standalone", "-t", identifier, "-c", properties])
        }
        let launch = Launch(
            executable: home + "/bin/kafka-server-start.sh", arguments: [properties], environment: environment, directory: layout.kafka,
            log: layout.log("broker"), signalWhenOrphaned: "TERM")
        return Crew.Member(
            name: "broker", stage: .broker, launch: launch, readiness: .port(layout.brokerPort), policy: Supervisor.Policy(grace: .seconds(12)))
    }

    private var settings: String {
        """
        process.roles=broker,controller
        node.id=1
        listeners=PLAINTEXT://127.0.0.1:\(layout.brokerPort),CONTROLLER://127.0.0.1:\(layout.controllerPort)
        advertised.listeners=PLAINTEXT://127.0.0.1:\(layout.brokerPort)
        controller.listener.names=CONTROLLER
        controller.quorum.bootstrap.servers=127.0.0.1:\(layout.controllerPort)
        log.dirs=\(layout.kafka)/data
        offsets.topic.replication.factor=1
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        group.initial.rebalance.delay.ms=0
        auto.create.topics.enable=false

        """
    }

    private var environment: [String: String] {
        var environment = inherited
        environment["LOG_DIR"] = layout.logs + "/kafka"
        return environment
    }

    @discardableResult
    private func errand(_ script: String, _ arguments: [String]) async throws -> String {
        let launch = Launch(
            executable: "\(home)/bin/\(script)", arguments: arguments, environment: environment, directory: layout.kafka, log: layout.log("kafka-storage"))
        return try await Errand.run(launch, within: .seconds(60))
    }
}
