import CareModels

@testable import AuthService

/// What a check finds; nothing of what is right.
func faults(_ check: () throws(Faults) -> some Any) -> [Fault] {
    do {
        _ = try check()
        return []
    } catch {
        return error.all
    }
}

extension Registration {
    static func faults(_ form: Form, policy: PasswordPolicy) -> [Fault] { AuthTests.faults { () throws(Faults) in try check(form, policy: policy) } }
}

extension ClientRegistration {
    var faults: [Fault] { AuthTests.faults { () throws(Faults) in try check() } }
}
