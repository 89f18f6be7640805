/// An error of a script's own code, which can say as data what happened and on which line.
package protocol ScriptFailure: Error {
    var diagnostic: Diagnostic { get }
}
