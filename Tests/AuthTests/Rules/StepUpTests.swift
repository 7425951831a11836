import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct StepUpTests {
    @Test(
        arguments: [
            (0, false, false, true), (300, false, false, true), (301, false, false, false), (0, false, true, false), (0, true, true, true), (301, true, true, false),
            (0, true, false, true)
        ] as [(TimeInterval, Bool, Bool, Bool)])
    func whoHasJustSignedIn(_ age: TimeInterval, _ byBoth: Bool, _ hasFactor: Bool, _ isEnough: Bool) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let standing = StepUp.Standing(authTime: now - age, context: byBoth ? .passwordAndCode : .password, hasSecondFactor: hasFactor)
        do throws(StepUp.Refusal) {
            try StepUp.check(standing, now: now)
            #expect(isEnough)
        } catch {
            #expect(!isEnough && error.wantsTwoFactors == hasFactor)
        }
    }

    /// What an account is copied by: ours may be older, unless there is a second factor.
    @Test(
        arguments: [
            (true, 9999, false, true), (false, 9999, false, false), (false, 300, false, true), (true, 9999, true, false), (true, 0, true, false)
        ] as [(Bool, TimeInterval, Bool, Bool)])
    func whoCopiesAnAccount(_ isOwnApp: Bool, _ age: TimeInterval, _ hasFactor: Bool, _ isEnough: Bool) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let standing = StepUp.Standing(authTime: now - age, context: .password, hasSecondFactor: hasFactor)
        do throws(StepUp.Refusal) {
            try StepUp.check(standing, isOwnApp: isOwnApp, now: now)
            #expect(isEnough)
        } catch {
            #expect(!isEnough)
        }
    }

    /// However long ago: the password is typed again.
    @Test(arguments: [(false, false, true), (false, true, false), (true, true, true), (true, false, true)])
    func whoTypesTheirPasswordAgain(_ byBoth: Bool, _ hasFactor: Bool, _ isEnough: Bool) {
        let standing = StepUp.Standing(
            authTime: Date(timeIntervalSince1970: 0), context: byBoth ? .passwordAndCode : .password, hasSecondFactor: hasFactor)
        do throws(StepUp.Refusal) {
            try StepUp.checkBesidePassword(standing)
            #expect(isEnough)
        } catch {
            #expect(!isEnough && error.wantsTwoFactors)
        }
    }

    @Test(
        arguments: [
            ([], false), (["1"], false), (["2"], true), (["2", "1"], false), (["1", "2"], false), (["urn:example:gold"], false), (["urn:example:gold", "2"], true)
        ] as [([String], Bool)])
    func whatAnAppAsksFor(_ wanted: [String], _ demands: Bool) { #expect(AuthenticationContext.demandsTwoFactors(wanted) == demands) }

    /// Of a role that must have one.
    @Test func whoseRoleDemandsAFactor() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var person = AuthorizationStep.SignedIn(userID: .init(UUID()), role: .provider, authTime: now, granted: ["openid"])
        func next(_ extra: [(String, String?)] = [], _ roles: Set<Role> = [.provider]) throws -> AuthorizationStep {
            let request = try #require(AuthorizationTests.request([("scope", "openid")] + extra))
            return AuthorizationStep.next(request, client: AuthorizationTests.client, signedIn: person, demanding: roles, now: now)
        }
        #expect(try next() == .setUpFactor)
        #expect(try next([], [.admin]) == .issue(["openid"]))
        guard case .refuse(let silently) = try next([("prompt", "none")]) else {
            Issue.record("set up without a page")
            return
        }
        #expect(silently.code == .loginRequired)
        person.authTime = now - StepUp.longest - 1
        #expect(try next() == .logIn)
        person.hasSecondFactor = true
        #expect(try next() == .secondFactor)
        person.context = .passkey(isBackupEligible: true)
        #expect(try next() == .issue(["openid"]))
    }

    @Test(
        arguments: [
            ("acr_values", "2"), ("acr_values", "urn:example:gold 2"), ("claims", #"{"id_token": {"acr": {"essential": true, "values": ["2", "3"]}}}"#)
        ] as [(String, String)])
    func whoIsAskedForTheCodeAlone(_ name: String, _ value: String) throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var person = AuthorizationStep.SignedIn(userID: .init(UUID()), role: .patient, authTime: now, granted: ["openid"])
        func next(_ extra: [(String, String?)] = []) throws -> AuthorizationStep {
            let request = try #require(AuthorizationTests.request([("scope", "openid"), (name, value)] + extra))
            return AuthorizationStep.next(request, client: AuthorizationTests.client, signedIn: person, now: now)
        }
        func error(_ step: AuthorizationStep) -> OAuthError.Code? { if case .refuse(let error) = step { error.code } else { nil } }
        #expect(error(try next()) == .unmetAuthenticationRequirements)
        person.hasSecondFactor = true
        #expect(try next() == .secondFactor)
        #expect(error(try next([("prompt", "none")])) == .loginRequired)
        #expect(try next([("prompt", "login")]) == .logIn)
        person.context = .passwordAndCode
        #expect(try next() == .issue(["openid"]))
    }
}
