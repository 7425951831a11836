/// The settings of each kind of client, as librdkafka's CONFIGURATION.md spells them.
extension KafkaConfiguration {
    var producerProperties: [Property] {
        var properties = commonProperties
        properties += [
            Property("enable.idempotence", "true"),
            Property("acks", "all"),
            Property("linger.ms", linger),
            Property("message.timeout.ms", deliveryTimeout),
            // The in-flight limit is kept by the state machine: librdkafka's own must never be reached before it.
            Property("queue.buffering.max.messages", String(inFlightLimit + 1000)),
            Property("queue.buffering.max.kbytes", "65536"),
            // As the Java client, so that every client puts a key in the same partition.
            Property("partitioner", "murmur2_random")
        ]
        return properties + overrides
    }

    func consumerProperties(_ membership: KafkaConsumer.Membership, queueLimit: Int) -> [Property] {
        var properties = commonProperties
        properties += [
            Property("enable.auto.offset.store", "false"),
            // A group begins with everything; a broadcast consumer always assigns an explicit offset, so that this only matters
            // when the log below (or all of it) has gone: what is left is then all new.
            Property("auto.offset.reset", "earliest"),
            Property("partition.assignment.strategy", "cooperative-sticky"),
            Property("queued.min.messages", String(max(queueLimit, 100))),
            Property("queued.max.messages.kbytes", "16384"),
            Property("fetch.queue.backoff.ms", "10", isOptional: true),
            Property("fetch.error.backoff.ms", "100"),
            Property("fetch.wait.max.ms", embedded ? "25" : "500")
        ]
        switch membership {
        case .group(let name):
            properties += [
                Property("group.id", name), Property("enable.auto.commit", "true"), Property("auto.commit.interval.ms", "500")
            ]
            if development { properties += [Property("session.timeout.ms", "6000"), Property("heartbeat.interval.ms", "1000")] }
        case .broadcast:
            // librdkafka wants a name before it lets a client assign; the group is never joined and nothing is committed.
            properties += [Property("group.id", "\(clientID).broadcast"), Property("enable.auto.commit", "false")]
        }
        return properties + overrides
    }

    /// Lets the broker wait so long for more records before it answers a consumer's request. The mock cluster always waits its whole time: there it stays
    /// as it is. What `settings` says goes before this.
    package mutating func gather(for wait: Duration) {
        if embedded { return }
        settings.merge(["fetch.min.bytes": "65536", "fetch.wait.max.ms": String(wait.milliseconds)]) { given, _ in given }
    }

    var adminProperties: [Property] { commonProperties + overrides }

    private var overrides: [Property] { settings.sorted { $0.key < $1.key }.map { Property($0.key, $0.value) } }

    private var commonProperties: [Property] {
        var properties = [
            Property("bootstrap.servers", bootstrap),
            Property("client.id", clientID),
            Property("log.queue", "true"),
            Property("log.connection.close", "false"),
            Property("socket.keepalive.enable", "true"),
            Property("socket.nagle.disable", "true"),
            Property("statistics.interval.ms", statisticsInterval),
            // A topic, or a partition, made after the client started is noticed within this time.
            Property("topic.metadata.refresh.interval.ms", development ? "1000" : "10000"),
            Property("reconnect.backoff.ms", "50"),
            Property("reconnect.backoff.max.ms", "1000")
        ]
        // The mock cluster listens on IPv4 only: "localhost" must not cost a refused connection on ::1 first.
        if embedded { properties.append(Property("broker.address.family", "v4")) }
        return properties + security.properties
    }
}

extension KafkaConfiguration.Security {
    fileprivate var properties: [Property] {
        let secure = tls == nil ? "plaintext" : "ssl"
        return [Property("security.protocol", sasl == nil ? secure : "sasl_" + secure)] + (tls?.properties ?? []) + (sasl?.properties ?? [])
    }
}

extension KafkaConfiguration.TLS {
    fileprivate var properties: [Property] {
        // Said though it is librdkafka's default: without it any certificate of the authority would do for any host.
        var properties = [Property("ssl.endpoint.identification.algorithm", "https")]
        if let caFile { properties.append(Property("ssl.ca.location", caFile)) }
        if let certificateFile { properties.append(Property("ssl.certificate.location", certificateFile)) }
        if let keyFile { properties.append(Property("ssl.key.location", keyFile)) }
        return properties
    }
}

extension KafkaConfiguration.SASL {
    fileprivate var properties: [Property] {
        [Property("sasl.mechanisms", mechanism.rawValue), Property("sasl.username", username), Property("sasl.password", password)]
    }
}
