/// An error of a script's own code, with its cause and its line as data.
package protocol ScriptFailure: Error {
    var diagnostic: Diagnostic { get }
}
