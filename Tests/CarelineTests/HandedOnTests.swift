import Foundation
import Testing

@testable import Careline

/// What of the operator's environment the platform's programs get. That each service gets every setting that it reads is
/// `SettingsPageTests`' to say.
@Suite struct HandedOnTests {
    /// A shell with all that must go nowhere, or to one alone.
    private static let shell: [String: String] = {
        var shell = [
            "PATH": "/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "AWS_SECRET_ACCESS_KEY": "x", "PGPASSWORD": "x", "SSH_AUTH_SOCK": "x", "LD_PRELOAD": "x",
            "CARE_KAFKA_PASSWORD_FILE": "/k", "CARE_GATEWAY_CERT": "/g", "CARE_TLS_CERT": "/t", "CARE_ANYTHING": "x", "CARE_PASSWORD_THREADS": "3",
            "CARE_DATABASE_URL": "x", "CARE_FRONT_SITE": "/site", "CARE_MESSAGING_CONNECTIONS": "100"
        ]
        for service in PlatformService.all {
            shell[service.databaseSetting] = "postgres://\(service.name)"
            shell[service.databaseSetting + "_FILE"] = "/url/\(service.name)"
            shell[service.masterKeySetting] = "/key/\(service.name)"
        }
        return shell
    }()

    private static func settings(_ state: String) throws -> ServiceEnvironment {
        let files = Dictionary(uniqueKeysWithValues: PlatformService.all.map { ($0.name, "/file/\($0.name)") })
        return try ServiceEnvironment(layout: Layout(checkout: checkout, state: state), broker: .embedded, inherited: shell, databases: [:], databaseFiles: files)
    }

    @Test func aServiceGetsNoOthersSecretsAndNothingOfTheShell() async throws {
        try await withScratch { state in
            let settings = try Self.settings(state)
            for service in PlatformService.all {
                let environment = settings.environment(of: service)
                #expect(environment["CARE_MASTER_KEY_FILE"] == "/key/\(service.name)" && environment["CARE_DATABASE_URL_FILE"] == "/file/\(service.name)")
                let handedOn = Set(Self.shell.keys.filter { environment[$0] != nil })
                var wanted: Set = ["PATH", "LC_ALL", "TZ", "CARE_KAFKA_PASSWORD_FILE"]
                if service.name == "auth" { wanted.insert("CARE_PASSWORD_THREADS") }
                if service.name == "messaging" { wanted.insert("CARE_MESSAGING_CONNECTIONS") }
                #expect(handedOn == wanted, "\(service.name)")
                #expect(environment["SWIFT_BACKTRACE"] == "enable=no")
            }
        }
    }

    @Test func theFrontDoorGetsNobodysSecrets() async throws {
        try await withScratch { state in
            let settings = try Self.settings(state)
            for isDemo in [true, false] {
                let environment = settings.environmentOfFrontDoor(replica: 0, isDemo: isDemo)
                let handedOn = Set(Self.shell.keys.filter { environment[$0] != nil })
                #expect(handedOn == ["PATH", "LC_ALL", "TZ", "CARE_FRONT_SITE"])
                #expect(environment["CARE_FRONT_DEMO_PASSWORD_FILE"] == (isDemo ? settings.layout.demoPassword : nil))
                #expect(environment["CARE_FRONT_DEMO_INVITATION_FILE"] == (isDemo ? settings.layout.demoInvitation : nil))
                #expect(!environment.keys.contains { $0.contains("DATABASE") || $0.contains("MASTER_KEY") || $0.contains("KAFKA") })
            }
        }
    }

    @Test func theGatewayGetsNoSecretsButItsOwn() throws {
        let gateway = Gateway(layout: Layout(checkout: checkout, state: "/nowhere"), inherited: Self.shell, issuer: "https://care.example")
        let handedOn = Set(Self.shell.keys.filter { gateway.environment[$0] != nil })
        #expect(handedOn == ["PATH", "LC_ALL", "TZ", "CARE_GATEWAY_CERT", "CARE_TLS_CERT"])
    }
}
