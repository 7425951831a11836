import CareModels
import Foundation
import JSON

/// What runs and where, for the operator and, as JSON, for programs that started it.
struct Summary: Sendable {
    var settings: ServiceEnvironment
    /// PostgreSQL's URL for its administrator, where it is the platform's own.
    var administrator: String?
    var pids: [String: Int]
    var story: DemoData.Story?

    private var layout: Layout { settings.layout }
    private var address: String { ServiceEnvironment.issuer(layout, settings.inherited) }

    private var mails: String {
        let server = settings.inherited["CARE_SMTP_URL"] ?? ""
        return server.isEmpty ? "\(settings.mailFolder)/   (files that nobody is sent: CARE_SMTP_URL names no mail server)" : "sent by \(server)"
    }

    private var postgres: String {
        guard let administrator else { return "as CARE_…_DATABASE_URL say" }
        return "psql '\(administrator.replacingOccurrences(of: "/postgres?", with: "/care_scheduling?"))'"
    }

    private func addresses(of program: PlatformProgram) -> [String] {
        (0..<layout.replicas).map { "http://127.0.0.1:\(layout.port(of: program, replica: $0))" }
    }

    var text: String {
        var lines = [
            "  address        \(address)   (open it in a browser: what this is, and how to begin)",
            "  for OAuth      \(address)/.well-known/openid-configuration",
            "  Kafka          \(settings.broker.bootstrap(layout))",
            "  PostgreSQL     \(postgres)",
            "  logs           \(layout.logs)/", "  mails          \(mails)"
        ]
        for program in PlatformProgram.all {
            let places = addresses(of: program).map { "\($0)/metrics" }.joined(separator: " ")
            lines.append("  " + program.name.padding(toLength: 15, withPad: " ", startingAt: 0) + places)
        }
        guard let story else { return lines.joined(separator: "\n") }
        lines += [
            "", "  demo accounts  \(DemoData.patient) and \(DemoData.provider), password \(story.password)",
            "  OAuth client   demo-app, redirect http://127.0.0.1/callback (any port)"
        ]
        if let invitation = story.invitation { lines.append("  your own one   POST \(address)/oauth/register with the bearer token \(invitation), as the address shows") }
        lines += ["", "  To try in another terminal, one by one:", ""]
        return (lines + story.lines.map { "    " + $0 }).joined(separator: "\n")
    }

    private struct File: Encodable {
        struct Demo: Encodable {
            var patient = DemoData.patient
            var provider = DemoData.provider
            var password: String
            var invitation: String?
            var lines: [String]
        }

        var address: String
        var bootstrap: String
        var services: [String: [String]]
        var databases: [String: String]
        var administrator: String?
        var pids: [String: Int]
        var run: String
        var logs: String
        var secrets: String
        var demo: Demo?
    }

    /// Holds passwords: for its owner only. It is there whole or not at all.
    func write(to path: String) throws {
        let services = Dictionary(uniqueKeysWithValues: PlatformProgram.all.map { ($0.name, addresses(of: $0)) })
        let file = File(
            address: address, bootstrap: settings.broker.bootstrap(layout), services: services, databases: settings.databases, administrator: administrator,
            pids: pids, run: layout.run, logs: layout.logs, secrets: layout.secrets,
            demo: story.map { File.Demo(password: $0.password, invitation: $0.invitation, lines: $0.lines) })
        let data = Data((try CareJSON.lines(of: file) + "\n").utf8)
        guard FileManager.default.createFile(atPath: path + ".new", contents: data, attributes: [.posixPermissions: 0o600]), rename(path + ".new", path) == 0 else {
            throw CrewFailure(description: "\(path) cannot be written")
        }
    }
}
