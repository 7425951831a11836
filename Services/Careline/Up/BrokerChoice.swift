/// Which broker the platform uses. They speak one protocol; nothing else differs.
enum BrokerChoice: Equatable, Sendable {
    /// librdkafka's mock cluster in a process of its own: nothing on disk.
    case embedded
    /// A Kafka distribution, run here under the state directory.
    case kafka(home: String)
    /// A cluster that runs already; several addresses separated by commas.
    case running(bootstrap: String)

    init(_ environment: [String: String]) {
        if let bootstrap = environment["CARE_KAFKA_BOOTSTRAP"], !bootstrap.isEmpty {
            self = .running(bootstrap: bootstrap)
        } else if let home = environment["KAFKA_HOME"], !home.isEmpty {
            self = .kafka(home: home)
        } else {
            self = .embedded
        }
    }

    func bootstrap(_ layout: Layout) -> String {
        switch self {
        case .embedded, .kafka: "127.0.0.1:\(layout.brokerPort)"
        case .running(let bootstrap): bootstrap
        }
    }
}
