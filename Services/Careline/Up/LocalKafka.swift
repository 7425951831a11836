/// A single Kafka node from a distribution on this machine (deploy/dev/local/kafka), with its data in the state directory.
struct LocalKafka {
    var layout: Layout
    var home: String
    var inherited: [String: String]

    /// It formats its data folder at the first start.
    func member() -> Crew.Member {
        // Whatever is Java's and Kafka's own, but for Careline's secrets.
        var environment = inherited.filter { !$0.key.hasPrefix("CARE_") || $0.key == "CARE_KAFKA_START_TIMEOUT" }
        environment["KAFKA_HOME"] = home
        let launch = Launch(
            executable: layout.checkout + "/deploy/dev/local/kafka", arguments: ["run", layout.kafka, "--port", "\(layout.brokerPort)"],
            environment: environment, directory: layout.state, log: layout.log("broker"), signalWhenOrphaned: "TERM")
        return Crew.Member(
            name: "broker", stage: .broker, launch: launch, readiness: .port(layout.brokerPort), policy: Supervisor.Policy(grace: .seconds(12)))
    }
}
