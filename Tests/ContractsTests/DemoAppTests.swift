import CareModels
import Testing

@testable import AuthService
@testable import Careline

@Suite struct DemoAppTests {
    /// Who tries things with it is not to find a scope missing, but for those that an app of somebody else's has not.
    @Test func itMayAskForAllThatAPatientOrAProviderCanGive() {
        #expect(Set(DemoData.appScopes) == Scopes.available(to: .patient).union(Scopes.available(to: .provider)).subtracting(Scopes.ofOwnApps))
    }
}
