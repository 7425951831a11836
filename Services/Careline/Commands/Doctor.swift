import ArgumentParser
import CareService
import Foundation
import Kafka

/// `careline doctor`: looks at every dependency and setting of a platform on this machine.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check everything that `careline up` needs, and say how to mend what is missing.",
        discussion:
            "Changes nothing. Ends with status 1 when there is a fault. While a platform runs from the same state directory its ports are, rightly, in use: then its health is looked at instead."
    )

    @OptionGroup var place: PlaceOptions

    func run() async throws {
        let layout = try place.layout()
        let environment = ProcessInfo.processInfo.environment
        let broker = BrokerChoice(environment)
        var checks = Preflight(layout: layout, broker: broker, environment: environment).checks()
        if case .running = broker { checks.append(await cluster(environment)) }
        if let running = UpLock.holder(layout.lock) {
            checks.removeAll { $0.subject.hasPrefix("port ") }
            checks += await health(layout, running)
        }
        if UpLock.holder(layout.lock) != nil || Databases.areNamed(environment) { checks += await connections(layout, environment) }
        for check in checks { print("  " + check.text) }
        let faults = checks.filter(\.isFault).count
        guard faults == 0 else {
            print("\n  \(faults == 1 ? "One fault" : "\(faults) faults").")
            throw ExitCode.failure
        }
        print("\n  All is well.")
    }

    /// Reached with the settings that the services would have.
    private func cluster(_ environment: [String: String]) async -> Check {
        do {
            let configuration = try ClusterOptions.configuration(environment)
            let topics = try await KafkaAdmin(configuration, timeout: .seconds(10)).topics()
            return .fine("Kafka", "lets us in, with \(topics.count) topics")
        } catch let error as KafkaError {
            return .fault("Kafka", "\(error)", mend: error.mend)
        } catch {
            return .fault("Kafka", "\(error)", mend: "set these: docs/operators.md, Settings")
        }
    }

    /// As many as the services may open, at each server of databases.
    private func connections(_ layout: Layout, _ environment: [String: String]) async -> [Check] {
        do {
            let urls = try await Databases.places(layout, environment).urls
            var budgets: [ConnectionBudget] = []
            for service in PlatformService.all {
                let url = try Databases.url(of: service, in: urls)
                budgets.append(try await ConnectionBudget.of(service, at: url, replicas: layout.replicas, environment))
            }
            return ConnectionBudget.checks(budgets)
        } catch {
            return [.fault("connections to PostgreSQL", "they cannot be counted: \(error)", mend: "docs/operators.md, The database is away")]
        }
    }

    private func health(_ layout: Layout, _ running: UpLock.Holder) async -> [Check] {
        var checks: [Check] = [.fine("platform", "running from here on port \(running.gatewayPort), process \(running.pid)")]
        for program in PlatformProgram.all {
            for replica in 0..<layout.replicas {
                let name = program.memberName(replica)
                let ready = await Readiness.http(port: layout.port(of: program, replica: replica), path: "/readyz").holds()
                checks.append(ready ? .fine(name, "ready") : .fault(name, "it does not say that it is ready", mend: "read \(layout.log(name))"))
            }
        }
        let answers = await Readiness.http(port: layout.gatewayPort, path: "/healthz").holds()
        checks.append(answers ? .fine("gateway", "answers") : .fault("gateway", "it does not answer", mend: "read \(layout.log("gateway"))"))
        return checks
    }
}
