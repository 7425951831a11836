import Foundation

// STUB of the public interface; each declaration moves to a file of its own.

public struct KafkaConfiguration: Sendable {
    public enum Security: Sendable {
        case plaintext
        case tls(caFile: String?)
        case sasl(mechanism: String, username: String, password: String, tls: Bool, caFile: String?)
    }
    public var bootstrap: String
    public var clientID: String
    public var security: Security
    public init(bootstrap: String, clientID: String, security: Security = .plaintext) { self.bootstrap = bootstrap; self.clientID = clientID; self.security = security }
}

public struct KafkaRecord: Sendable {
    public var topic: String
    public var key: [UInt8]?
    public var value: [UInt8]?
    public var headers: [(name: String, value: [UInt8])]
    public init(topic: String, key: [UInt8]?, value: [UInt8]?, headers: [(name: String, value: [UInt8])] = []) { self.topic = topic; self.key = key; self.value = value; self.headers = headers }
}

public struct KafkaMessage: Sendable {
    public var topic: String
    public var partition: Int32
    public var offset: Int64
    public var key: [UInt8]?
    public var value: [UInt8]?
    public var headers: [(name: String, value: [UInt8])]
    /// Milliseconds since 1970.
    public var timestamp: Int64
}

public struct KafkaDelivery: Sendable { public var partition: Int32; public var offset: Int64 }

/// A librdkafka error code with its name; `isRetriable`, `isFatal`.
public struct KafkaError: Error, Sendable { public var code: Int32; public var name: String; public var isRetriable: Bool; public var isFatal: Bool }

public final class KafkaProducer: Sendable {
    public init(_ configuration: KafkaConfiguration) throws { fatalError() }
    /// Returns when the broker has acknowledged (acks=all), or throws. A cancelled send has an unknown outcome.
    public func send(_ record: KafkaRecord) async throws -> KafkaDelivery { fatalError() }
    /// All enqueued in order at once, then every delivery report awaited; a result for each.
    public func send(_ records: [KafkaRecord]) async -> [Result<KafkaDelivery, KafkaError>] { fatalError() }
    public func close(timeout: Duration = .seconds(10)) async { fatalError() }
}

public final class KafkaConsumer: Sendable {
    public enum Membership: Sendable { case group(String), broadcast }
    public init(_ configuration: KafkaConfiguration, _ membership: Membership, topics: [String], queueLimit: Int = 1000) throws { fatalError() }
    /// Up to `max` messages, as soon as there is one; nil once closed.
    public func next(max: Int = 100) async throws -> [KafkaMessage]? { fatalError() }
    /// Marks the message as done (its successor is where the group goes on). Call after the database commit.
    public func store(_ message: KafkaMessage) throws { fatalError() }
    public func close() async { fatalError() }
}

public struct KafkaTopic: Sendable { public var name: String; public var partitions: Int; public var settings: [String: String]
    public init(_ name: String, partitions: Int = 12, settings: [String: String] = [:]) { self.name = name; self.partitions = partitions; self.settings = settings } }

public struct KafkaAdmin: Sendable {
    public init(_ configuration: KafkaConfiguration) {}
    /// Creates those that are missing. A broker without an admin API (the embedded one) creates them at first use: then this
    /// touches their metadata instead.
    public func create(_ topics: [KafkaTopic]) async throws { fatalError() }
}

/// librdkafka's mock cluster, as a broker for one machine without Kafka. It can abort its process: keep it in one of its own.
public final class EmbeddedBroker: Sendable {
    public init(port: Int) throws { fatalError() }
    public var bootstrap: String { fatalError() }
}
