extension UserCode {
    static func random() -> UserCode {
        while true {
            if let code = UserCode(random: Secret.random(bytes: 16)) { return code }
        }
    }
}
