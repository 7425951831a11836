import Kafka
import Telemetry

extension ServiceConfiguration {
    /// CARE_KAFKA_SECURITY.
    private enum KafkaSecurity: String, CaseIterable {
        case plaintext, tls, sasl
        case saslTLS = "sasl-tls"
    }

    /// How to reach the cluster: CARE_KAFKA_BOOTSTRAP, CARE_KAFKA_EMBEDDED and what makes it secure. The `careline` commands read it too.
    package static func kafka(_ name: String, _ environment: inout Environment) -> KafkaConfiguration {
        let bootstrap = environment.string("CARE_KAFKA_BOOTSTRAP")
        let kind = environment.value("CARE_KAFKA_SECURITY", default: KafkaSecurity.plaintext)
        // All are asked for in any case, so that it is known which there are.
        let tls = kafkaTLS(&environment)
        let sasl = kafkaSASL(&environment, isRequired: kind == .sasl || kind == .saslTLS)
        var security = KafkaConfiguration.Security.plaintext
        if kind == .tls || kind == .saslTLS { security.tls = tls }
        if kind == .sasl || kind == .saslTLS { security.sasl = sasl }
        // Somebody meant to be secure.
        if kind == .plaintext, tls != KafkaConfiguration.TLS() || !sasl.username.isEmpty || !sasl.password.isEmpty {
            environment.fail("CARE_KAFKA_SECURITY", "is plaintext, though there are settings for TLS or SASL: set it to tls, sasl-tls or sasl, or remove those")
        }
        var configuration = KafkaConfiguration(bootstrap: bootstrap, clientID: "care-\(name)", security: security)
        configuration.embedded = environment.bool("CARE_KAFKA_EMBEDDED", default: configuration.embedded)
        // It names brokers and what they refused, never what is sent; librdkafka itself suppresses repetitions.
        configuration.log = { line in
            // Which properties are experimental is our decision, and no news at every start.
            guard line.level <= .warning, line.facility != "CONFWARN" else { return }
            Log.warning("Kafka client", ["about": line.facility, "text": line.text])
        }
        return configuration
    }

    private static func kafkaTLS(_ environment: inout Environment) -> KafkaConfiguration.TLS {
        let tls = KafkaConfiguration.TLS(
            caFile: environment.file("CARE_KAFKA_CA_FILE"), certificateFile: environment.file("CARE_KAFKA_CERTIFICATE_FILE"),
            keyFile: environment.file("CARE_KAFKA_KEY_FILE"))
        if (tls.certificateFile == nil) != (tls.keyFile == nil) {
            environment.fail("CARE_KAFKA_CERTIFICATE_FILE", "and CARE_KAFKA_KEY_FILE belong together: give both or neither")
        }
        return tls
    }

    private static func kafkaSASL(_ environment: inout Environment, isRequired: Bool) -> KafkaConfiguration.SASL {
        let mechanism = environment.value("CARE_KAFKA_SASL_MECHANISM", default: KafkaConfiguration.SASL.Mechanism.scramSHA512)
        let username = environment.string("CARE_KAFKA_USERNAME", default: isRequired ? nil : "")
        let password = environment.secret("CARE_KAFKA_PASSWORD", default: isRequired ? nil : "")
        return KafkaConfiguration.SASL(mechanism, username: username, password: password)
    }
}

extension KafkaError {
    /// What an operator can do about it.
    package var mend: String {
        switch refusal {
        case .authentication:
            "Check CARE_KAFKA_USERNAME, CARE_KAFKA_PASSWORD (or _FILE) and CARE_KAFKA_SASL_MECHANISM, and that the cluster has this user for it."
        case .tls:
            "Check that CARE_KAFKA_CA_FILE holds the authority of the brokers' certificates and that they are for the hosts in CARE_KAFKA_BOOTSTRAP; a cluster that asks for a certificate needs CARE_KAFKA_CERTIFICATE_FILE and CARE_KAFKA_KEY_FILE."
        case nil:
            "Check that the cluster runs and is reached from here, that CARE_KAFKA_SECURITY is what its listener expects, and what this user may do."
        }
    }
}
