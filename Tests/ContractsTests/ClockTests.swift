import Foundation
import Testing

@testable import AuthService
@testable import CareService
@testable import ERDirectoryService
@testable import HealthMonitorService
@testable import MessagingService
@testable import RecordsService
@testable import SchedulingService
@testable import WebhooksService

/// CARE_CLOCK_OFFSET is documented for every service, so every service's rules and timers keep its time. A service's app has the clock of its dependencies.
@Suite struct ClockTests {
    struct Service: Sendable, CustomTestStringConvertible {
        var name: String
        var compose: ServiceMain.Compose
        var testDescription: String { name }
    }

    static let services = [
        Service(name: "auth", compose: AuthService.serviceApp), Service(name: "scheduling", compose: SchedulingService.serviceApp),
        Service(name: "messaging", compose: MessagingService.serviceApp), Service(name: "health-monitor", compose: HealthMonitorService.serviceApp),
        Service(name: "er-directory", compose: ERDirectoryService.serviceApp), Service(name: "records", compose: RecordsService.serviceApp),
        Service(name: "webhooks", compose: WebhooksService.serviceApp)
    ]

    @Test(arguments: services) func everyServiceTakesTheOffset(_ service: Service) async throws {
        let values = [
            "CARE_DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "CARE_KAFKA_BOOTSTRAP": "127.0.0.1:1", "CARE_HTTP_PORT": "0",
            "CARE_MASTER_KEY": Data(repeating: 7, count: 32).base64EncodedString(), "CARE_CLOCK_OFFSET": "2h"
        ]
        let app = try ServiceMain.compose(service.name, [], values, service.compose)
        let before = Date().addingTimeInterval(7200)
        let shown = app.now()
        let after = Date().addingTimeInterval(7200)
        #expect(before <= shown && shown <= after)
        await app.pool.close()
    }
}
