extension Identity {
    /// Whether they may do what is for admins. Throws the 401 problem to an admin who has not signed in with two factors, where that is wanted.
    package func isAdmin() throws -> Bool {
        guard role == .admin else { return false }
        if lacksSecondFactor { throw Problem.secondFactorWanted }
        return true
    }
}

extension Problem {
    /// RFC 9470, section 3.
    package static var secondFactorWanted: Problem {
        Problem(
            .insufficientUserAuthentication, detail: "Sign in with a second factor: it is wanted of whoever has power over others.",
            headers: ["WWW-Authenticate": "Bearer realm=\"careline\", error=\"insufficient_user_authentication\", acr_values=\"2\""])
    }
}
