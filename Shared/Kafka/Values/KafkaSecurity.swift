extension KafkaConfiguration {
    /// How the brokers prove themselves to us, and we to them; without either part all is in the clear.
    public struct Security: Sendable, Equatable {
        public static let plaintext = Security()

        public var tls: TLS?
        public var sasl: SASL?

        public init(tls: TLS? = nil, sasl: SASL? = nil) {
            self.tls = tls
            self.sasl = sasl
        }
    }

    /// Files in PEM. A broker's certificate must be for the host by which it is addressed.
    public struct TLS: Sendable, Equatable {
        /// The authorities of the brokers' certificates; the system's own when nil.
        public var caFile: String?
        /// A certificate of ours, with its chain and its key, for brokers that ask for one.
        public var certificateFile: String?
        public var keyFile: String?

        public init(caFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
            self.caFile = caFile
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// A user and a password. `PLAIN` shows the password to the broker, so it belongs inside TLS.
    public struct SASL: Sendable, Equatable {
        public enum Mechanism: String, Sendable, CaseIterable {
            case scramSHA512 = "SCRAM-SHA-512"
            case scramSHA256 = "SCRAM-SHA-256"
            case plain = "PLAIN"
        }

        public var mechanism: Mechanism
        public var username: String
        public var password: String

        public init(_ mechanism: Mechanism, username: String, password: String) {
            self.mechanism = mechanism
            self.username = username
            self.password = password
        }
    }
}

extension KafkaConfiguration.SASL: CustomStringConvertible, CustomReflectable {
    /// Without the password.
    public var description: String { "\(mechanism.rawValue) as \(username)" }

    public var customMirror: Mirror { Mirror(self, children: ["mechanism": mechanism.rawValue, "username": username]) }
}
