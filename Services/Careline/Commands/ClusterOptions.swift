import ArgumentParser
import CareService
import Foundation
import Kafka

/// Which Kafka cluster is meant; the CARE_KAFKA_… settings for TLS and SASL apply.
struct ClusterOptions: ParsableArguments {
    @OptionGroup var place: PlaceOptions

    @Option(help: "The cluster: host:port, several separated by commas. Default: CARE_KAFKA_BOOTSTRAP, else the platform that runs here.")
    var bootstrap: String?

    /// The settings, with the cluster's address. With a named cluster no checkout is needed: so it works in a container.
    func settings() throws -> [String: String] {
        var values = ProcessInfo.processInfo.environment
        if let bootstrap { values["CARE_KAFKA_BOOTSTRAP"] = bootstrap }
        if case .running = BrokerChoice(values) { return values }
        values["CARE_KAFKA_BOOTSTRAP"] = try BrokerChoice(values).bootstrap(place.layout())
        return values
    }

    func configuration() throws -> KafkaConfiguration { try Self.configuration(settings()) }

    static func configuration(_ values: [String: String]) throws -> KafkaConfiguration {
        var environment = Environment(values)
        var configuration = ServiceConfiguration.kafka("cli", &environment)
        try environment.done()
        configuration.log = nil
        return configuration
    }
}
