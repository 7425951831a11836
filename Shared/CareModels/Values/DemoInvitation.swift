/// How far the invitation reaches by which whoever tries the demo registers clients of their own; each start begins anew.
package enum DemoInvitation {
    package static let clients = 100
    package static let days = 30
}
