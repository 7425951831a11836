extension KafkaConfiguration {
    /// How the brokers prove themselves to us, and we to them; without either part all is in the clear.
    package struct Security: Sendable, Equatable {
        package static let plaintext = Security()

        package var tls: TLS?
        package var sasl: SASL?

        package init(tls: TLS? = nil, sasl: SASL? = nil) {
            self.tls = tls
            self.sasl = sasl
        }
    }

    /// Files in PEM. A broker's certificate must be for the host by which it is addressed.
    package struct TLS: Sendable, Equatable {
        /// The authorities of the brokers' certificates; the system's own when nil.
        package var caFile: String?
        /// A certificate of ours, with its chain and its key, for brokers that ask for one.
        package var certificateFile: String?
        package var keyFile: String?

        package init(caFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
            self.caFile = caFile
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// A user and a password. `PLAIN` shows the password to the broker, so it belongs inside TLS.
    package struct SASL: Sendable, Equatable {
        package enum Mechanism: String, Sendable, CaseIterable {
            case scramSHA512 = "SCRAM-SHA-512"
            case scramSHA256 = "SCRAM-SHA-256"
            case plain = "PLAIN"
        }

        package var mechanism: Mechanism
        package var username: String
        package var password: String

        package init(_ mechanism: Mechanism, username: String, password: String) {
            self.mechanism = mechanism
            self.username = username
            self.password = password
        }
    }
}

extension KafkaConfiguration.SASL: CustomStringConvertible, CustomReflectable {
    /// Without the password.
    package var description: String { "\(mechanism.rawValue) as \(username)" }

    package var customMirror: Mirror { Mirror(self, children: ["mechanism": mechanism.rawValue, "username": username]) }
}
