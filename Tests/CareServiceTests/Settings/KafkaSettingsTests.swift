import Foundation
import Kafka
import Testing

@testable import CareService

@Suite struct KafkaSettingsTests {
    /// The configuration, or the names of the settings that are faulty.
    private static func read(_ values: [String: String]) -> Result<KafkaConfiguration, ConfigurationError> {
        var environment = Environment(values.merging(["CARE_KAFKA_BOOTSTRAP": "kafka:9093"]) { given, _ in given })
        let configuration = ServiceConfiguration.kafka("tests", &environment)
        do { try environment.done() } catch { return .failure(error as! ConfigurationError) }
        return .success(configuration)
    }

    /// A file that is there, whatever it holds.
    private static let file = #filePath

    @Test func everySettingArrives() throws {
        let values = [
            "CARE_KAFKA_SECURITY": "sasl-tls", "CARE_KAFKA_CA_FILE": Self.file, "CARE_KAFKA_CERTIFICATE_FILE": Self.file,
            "CARE_KAFKA_KEY_FILE": Self.file, "CARE_KAFKA_SASL_MECHANISM": "SCRAM-SHA-256", "CARE_KAFKA_USERNAME": "me",
            "CARE_KAFKA_PASSWORD": "hunter2"
        ]
        let security = try Self.read(values).get().security
        #expect(security.tls == KafkaConfiguration.TLS(caFile: Self.file, certificateFile: Self.file, keyFile: Self.file))
        #expect(security.sasl == KafkaConfiguration.SASL(.scramSHA256, username: "me", password: "hunter2"))
    }

    @Test(
        arguments: [
            ([:], false, false), (["CARE_KAFKA_SECURITY": "tls"], true, false),
            (["CARE_KAFKA_SECURITY": "sasl", "CARE_KAFKA_USERNAME": "me", "CARE_KAFKA_PASSWORD": "hunter2"], false, true)
        ] as [([String: String], Bool, Bool)])
    func onlyWhatWasAskedForIsUsed(values: [String: String], tls: Bool, sasl: Bool) throws {
        let security = try Self.read(values).get().security
        #expect((security.tls != nil) == tls)
        #expect((security.sasl != nil) == sasl)
    }

    @Test(
        arguments: [
            (["CARE_KAFKA_SECURITY": "sasl-tls"], ["CARE_KAFKA_USERNAME", "CARE_KAFKA_PASSWORD"]),
            (["CARE_KAFKA_SECURITY": "tls", "CARE_KAFKA_CA_FILE": "/nowhere/ca.pem"], ["CARE_KAFKA_CA_FILE"]),
            (["CARE_KAFKA_SECURITY": "tls", "CARE_KAFKA_CERTIFICATE_FILE": file], ["CARE_KAFKA_CERTIFICATE_FILE"]),
            (["CARE_KAFKA_SASL_MECHANISM": "hunter2"], ["CARE_KAFKA_SASL_MECHANISM"]),
            (["CARE_KAFKA_PASSWORD": "hunter2"], ["CARE_KAFKA_SECURITY"]), (["CARE_KAFKA_CA_FILE": file], ["CARE_KAFKA_SECURITY"])
        ] as [([String: String], [String])])
    func faultsAreNamedAndNoValueIs(values: [String: String], names: [String]) {
        #expect { try Self.read(values).get() } throws: { error in
            (error as? ConfigurationError)?.faults.map(\.name) == names && !"\(error)".contains("hunter2")
        }
    }
}
