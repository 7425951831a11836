import CareModels
import HTTP

/// What a page asks for before it gives away or takes a whole account: the password, and the code of the second factor where there is one.
struct ProofFields {
    var user: UserRecord
    /// Of the password.
    var fault: Text?
    var codeFault: Text?

    var html: HTML {
        let password = Field(name: "password", label: "Password", type: "password", autocomplete: "current-password", fault: fault, isFocused: true)
        let code: HTML? = user.hasSecondFactor ? Field.secondFactor(fault: codeFault).html : nil
        return "\(password.html)\(code)"
    }
}
