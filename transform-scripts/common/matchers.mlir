// heddle.common: the ops that the schedules of the library are for
//
// Each sequence takes one op and yields it if the op is what the name of the
// sequence says. The words at a step say what an op lacks that does not pass it.

module attributes {transform.with_named_sequence} {
  // A sum of products of floats.
  transform.named_sequence @is_float_product(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.body %s
          {contraction = ["arith.mulf", "arith.addf"],
          heddle.expects = "a sum of products (arith.addf of arith.mulf)"}
          : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // A sum of products of integers, which may have zero points.
  transform.named_sequence @is_integer_product(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.heddle.match_integer_product %op
        {heddle.expects = "a sum of products (arith.addi of arith.muli)"}
    transform.yield %op : !transform.any_op
  }

  // Loops over rows, columns, and what is summed.
  transform.named_sequence @has_matmul_loops(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %loops = transform.match.structured.rank %s
          : (!transform.any_op) -> !transform.param<i64>
      %expected = transform.param.constant 3 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %loops, %expected
          {heddle.expects = "three loops, of which the last one sums"}
          : !transform.param<i64>
      transform.match.structured.dim %s[0, 1] {parallel,
          heddle.expects = "three loops, of which the last one sums"}
          : !transform.any_op
      transform.match.structured.dim %s[2] {reduction,
          heddle.expects = "three loops, of which the last one sums"}
          : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // The same for each of a batch.
  transform.named_sequence @has_batch_matmul_loops(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %loops = transform.match.structured.rank %s
          : (!transform.any_op) -> !transform.param<i64>
      %expected = transform.param.constant 4 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %loops, %expected
          {heddle.expects = "four loops, of which the last one sums"}
          : !transform.param<i64>
      transform.match.structured.dim %s[0, 1, 2] {parallel,
          heddle.expects = "four loops, of which the last one sums"}
          : !transform.any_op
      transform.match.structured.dim %s[3] {reduction,
          heddle.expects = "four loops, of which the last one sums"}
          : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // A matrix product of floats, named or generic, transposed or not.
  transform.named_sequence @is_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_float_product failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @has_matmul_loops failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A batch of matrix products of floats, named or generic.
  transform.named_sequence @is_batch_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_float_product failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @has_batch_matmul_loops failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A matrix product of integers, named or generic, transposed or not.
  transform.named_sequence @is_integer_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_integer_product failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @has_matmul_loops failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A matrix product of i8, named or generic, transposed or not.
  transform.named_sequence @is_i8_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_integer_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %input = transform.match.structured.input %s[0]
          : (!transform.any_op) -> !transform.any_value
      %bits = transform.match.structured.elemental_bitwidth %input
          : (!transform.any_value) -> !transform.param<i64>
      %expected = transform.param.constant 8 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %bits, %expected
          {heddle.expects = "factors of 8 bits"} : !transform.param<i64>
      %sum = transform.match.structured.init %s[0]
          : (!transform.any_op) -> !transform.any_value
      %sum_bits = transform.match.structured.elemental_bitwidth %sum
          : (!transform.any_value) -> !transform.param<i64>
      %expected_sum = transform.param.constant 32 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %sum_bits, %expected_sum
          {heddle.expects = "sums of 32 bits"} : !transform.param<i64>
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // A matrix product of bf16, named or generic, transposed or not.
  transform.named_sequence @is_bf16_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %input = transform.match.structured.input %s[0]
          : (!transform.any_op) -> !transform.any_value
      %bits = transform.match.structured.elemental_bitwidth %input
          : (!transform.any_value) -> !transform.param<i64>
      %expected = transform.param.constant 16 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %bits, %expected
          {heddle.expects = "factors of 16 bits"} : !transform.param<i64>
      %sum = transform.match.structured.init %s[0]
          : (!transform.any_op) -> !transform.any_value
      %sum_bits = transform.match.structured.elemental_bitwidth %sum
          : (!transform.any_value) -> !transform.param<i64>
      %expected_sum = transform.param.constant 32 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %sum_bits, %expected_sum
          {heddle.expects = "sums of 32 bits"} : !transform.param<i64>
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // A batch of matrix products of integers, named or generic.
  transform.named_sequence @is_integer_batch_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_integer_product failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @has_batch_matmul_loops failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A convolution of images with channels last, by filters with the output
  // channels last.
  transform.named_sequence @is_conv_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.heddle.match_window %op ["linalg.conv_2d_nhwc_hwcf"]
        {heddle.expects = "a linalg.conv_2d_nhwc_hwcf"} : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same by filters with the output channels first.
  transform.named_sequence @is_conv_2d_fhwc(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.heddle.match_window %op ["linalg.conv_2d_nhwc_fhwc"]
        {heddle.expects = "a linalg.conv_2d_nhwc_fhwc"} : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A convolution of each channel by itself.
  transform.named_sequence @is_depthwise_conv_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.heddle.match_window %op ["linalg.depthwise_conv_2d_nhwc_hwc"]
        {heddle.expects = "a linalg.depthwise_conv_2d_nhwc_hwc"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same of images with channels first.
  transform.named_sequence @is_depthwise_conv_2d_nchw(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.heddle.match_window %op ["linalg.depthwise_conv_2d_nchw_chw"]
        {heddle.expects = "a linalg.depthwise_conv_2d_nchw_chw"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A convolution of images with channels first.
  transform.named_sequence @is_conv_2d_nchw(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.heddle.match_window %op ["linalg.conv_2d_nchw_fchw"]
        {heddle.expects = "a linalg.conv_2d_nchw_fchw"} : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A pooling of images with channels last.
  transform.named_sequence @is_pooling_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.heddle.match_window %op ["linalg.pooling_nhwc_max",
        "linalg.pooling_nhwc_min", "linalg.pooling_nhwc_sum",
        "linalg.pooling_nhwc_max_unsigned", "linalg.pooling_nhwc_min_unsigned"]
        {heddle.expects = "a pooling with channels last"} : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A copy of all elements, in the same or in another order, once or several times.
  transform.named_sequence @is_transpose(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.body %s {passthrough,
          heddle.expects = "an op that copies"} : !transform.any_op
      transform.match.structured.input %s[all] {projected_permutation,
          heddle.expects = "a copy of all elements"} : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // One element of the result from one of each operand.
  transform.named_sequence @is_elementwise(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.body %s {elementwise,
          heddle.expects = "an elementwise op"} : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // An op whose result goes nowhere but out of the function.
  transform.named_sequence @is_returned(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %user = transform.match.structured %op
        : (!transform.any_op) -> !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %user = transform.match.structured.result %s[0] single
          {heddle.expects = "a result that is returned and not read"}
          : (!transform.any_op) -> !transform.any_op
      transform.match.structured.yield %user : !transform.any_op
    }
    transform.match.operation_name %user ["func.return"]
        {heddle.expects = "a result that is returned and not read"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last one of the ops that belong in one nest.
  transform.named_sequence @ends_group(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %start, %group = transform.heddle.get_fusion_group %op {ends,
        heddle.expects = "an op that no elementwise op after it reads"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield %op : !transform.any_op
  }

  // The last one of elementwise ops.
  transform.named_sequence @ends_elementwise(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op {ends,
        heddle.expects = "the last of elementwise ops"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_elementwise failures(propagate) (%start)
        {heddle.expects = "the last of elementwise ops"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op over one dimension.
  transform.named_sequence @is_elementwise_1d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %rank = transform.match.structured.rank %s
          : (!transform.any_op) -> !transform.param<i64>
      %expected = transform.param.constant 1 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %rank, %expected
          {heddle.expects = "an elementwise op over one dimension"}
          : !transform.param<i64>
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // An elementwise op over two dimensions.
  transform.named_sequence @is_elementwise_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %rank = transform.match.structured.rank %s
          : (!transform.any_op) -> !transform.param<i64>
      %expected = transform.param.constant 2 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %rank, %expected
          {heddle.expects = "an elementwise op over two dimensions"}
          : !transform.param<i64>
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // An elementwise op over three dimensions.
  transform.named_sequence @is_elementwise_3d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %rank = transform.match.structured.rank %s
          : (!transform.any_op) -> !transform.param<i64>
      %expected = transform.param.constant 3 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %rank, %expected
          {heddle.expects = "an elementwise op over three dimensions"}
          : !transform.param<i64>
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // An elementwise op over four dimensions.
  transform.named_sequence @is_elementwise_4d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %rank = transform.match.structured.rank %s
          : (!transform.any_op) -> !transform.param<i64>
      %expected = transform.param.constant 4 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %rank, %expected
          {heddle.expects = "an elementwise op over four dimensions"}
          : !transform.param<i64>
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // The last one of elementwise ops over one dimension.
  transform.named_sequence @ends_elementwise_1d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @ends_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_elementwise_1d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last one of a chain whose operand 0 is an elementwise op, too.
  transform.named_sequence @ends_chain_0(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @ends_elementwise_1d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.get_producer_of_operand %op[0]
        {heddle.expects = "an elementwise op before it"}
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_elementwise failures(propagate) (%producer)
        {heddle.expects = "an elementwise op before it"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last one of a chain whose operand 1 is an elementwise op, too.
  transform.named_sequence @ends_chain_1(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @ends_elementwise_1d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.get_producer_of_operand %op[1]
        {heddle.expects = "an elementwise op before it"}
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_elementwise failures(propagate) (%producer)
        {heddle.expects = "an elementwise op before it"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op that reads slices of what surrounds each element.
  transform.named_sequence @is_stencil_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %slice = transform.get_producer_of_operand %op[0]
        {heddle.expects = "a slice as the first operand"}
        : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %slice ["tensor.extract_slice"]
        {heddle.expects = "a slice as the first operand"} : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last one of such ops.
  transform.named_sequence @ends_stencil_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_stencil_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_returned failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // Sums, maxima and the like along the last dimension.
  transform.named_sequence @is_row_reduction(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.body %s {reduction_position = 0,
          heddle.expects = "a reduction by one op, such as a sum"}
          : !transform.any_op
      transform.match.structured.dim %s[-1] {reduction,
          heddle.expects = "a reduction along the last dimension"}
          : !transform.any_op
      transform.match.structured.dim %s[except(-1)] {parallel,
          heddle.expects = "a reduction along the last dimension alone"}
          : !transform.any_op
      transform.match.structured.input %s[all] {permutation,
          heddle.expects = "inputs with all dimensions"} : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // Sums, maxima and the like along any dimensions, of one operand, of products, or
  // of windows.
  transform.named_sequence @is_reduction(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.body %s {reduction_position = 0,
          heddle.expects = "a reduction by one op, such as a sum"}
          : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // A reduction of rows to several results, such as a maximum and its place.
  transform.named_sequence @is_row_search(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %rank = transform.match.structured.rank %s
          : (!transform.any_op) -> !transform.param<i64>
      %two = transform.param.constant 2 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %rank, %two
          {heddle.expects = "two loops, of which the last one reduces"}
          : !transform.param<i64>
      transform.match.structured.dim %s[0] {parallel,
          heddle.expects = "two loops, of which the last one reduces"}
          : !transform.any_op
      transform.match.structured.dim %s[1] {reduction,
          heddle.expects = "two loops, of which the last one reduces"}
          : !transform.any_op
      %results = transform.match.structured.num_inits %s
          : (!transform.any_op) -> !transform.param<i64>
      transform.match.param.cmpi ge %results, %two
          {heddle.expects = "a reduction to two or more results"}
          : !transform.param<i64>
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // A softmax in one op.
  transform.named_sequence @is_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
        {heddle.expects = "an op on tensors"} : !transform.any_op
    transform.match.operation_name %op ["linalg.softmax"]
        {heddle.expects = "a softmax"} : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last op of a softmax of rows that is written out, in any number of ops.
  transform.named_sequence @ends_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.heddle.match_normalization %op {kind = "softmax",
        heddle.expects = "exponentials over the sum of their row"}
        : !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last op of a normalization by one reduction of each row, such as an RMSnorm.
  transform.named_sequence @ends_rms_norm(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.heddle.match_normalization %op {kind = "rmsnorm",
        heddle.expects = "elements combined with one reduction over their last dimensions, such as an RMSnorm"}
        : !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last op of a normalization by several reductions of each row, such as a
  // mean and a variance.
  transform.named_sequence @ends_layer_norm(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.heddle.match_normalization %op {kind = "layernorm",
        heddle.expects = "elements combined with several reductions over their last dimensions, such as a layernorm or a group norm"}
        : !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a matrix product, with elementwise ops between them
  // or not.
  transform.named_sequence @follows_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a matrix product"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_matmul failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a matrix product"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a matrix product of integers, with elementwise ops between them
  // or not.
  transform.named_sequence @follows_integer_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a matrix product of integers"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_integer_matmul failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a matrix product of integers"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a matrix product.
  transform.named_sequence @ends_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a matrix product of integers.
  transform.named_sequence @ends_integer_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_integer_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a matrix product of i8, with elementwise ops between them or
  // not.
  transform.named_sequence @follows_i8_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a matrix product of i8"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_i8_matmul failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a matrix product of i8"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a matrix product of i8.
  transform.named_sequence @ends_i8_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_i8_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a batch of matrix products, with elementwise ops between them
  // or not.
  transform.named_sequence @follows_batch_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a batch of matrix products"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_batch_matmul failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a batch of matrix products"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_3d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a batch of matrix products.
  transform.named_sequence @ends_batch_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_batch_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a batch of matrix products of integers, with elementwise ops between them
  // or not.
  transform.named_sequence @follows_integer_batch_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a batch of matrix products of integers"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_integer_batch_matmul failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a batch of matrix products of integers"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_3d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a batch of matrix products of integers.
  transform.named_sequence @ends_integer_batch_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_integer_batch_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a linalg.conv_2d_nhwc_hwcf, with elementwise ops between
  // them or not.
  transform.named_sequence @follows_conv_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a linalg.conv_2d_nhwc_hwcf"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_conv_2d failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a linalg.conv_2d_nhwc_hwcf"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_4d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a linalg.conv_2d_nhwc_hwcf.
  transform.named_sequence @ends_conv_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_conv_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a linalg.conv_2d_nhwc_fhwc, with elementwise ops between
  // them or not.
  transform.named_sequence @follows_conv_2d_fhwc(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a linalg.conv_2d_nhwc_fhwc"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_conv_2d_fhwc failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a linalg.conv_2d_nhwc_fhwc"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_4d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a linalg.conv_2d_nhwc_fhwc.
  transform.named_sequence @ends_conv_2d_fhwc(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_conv_2d_fhwc failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a linalg.conv_2d_nchw_fchw, with elementwise ops between
  // them or not.
  transform.named_sequence @follows_conv_2d_nchw(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a linalg.conv_2d_nchw_fchw"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_conv_2d_nchw failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a linalg.conv_2d_nchw_fchw"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_4d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a linalg.conv_2d_nchw_fchw.
  transform.named_sequence @ends_conv_2d_nchw(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_conv_2d_nchw failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // Rows that vectors of 16 or 32 pixels fill badly: docs/Performance.md has numbers.
  transform.named_sequence @has_short_rows(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %pixels = transform.match.structured.dim %s[-1]
          : (!transform.any_op) -> !transform.param<i64>
      // A dynamic extent is a negative number.
      %least = transform.param.constant 0 : i64 -> !transform.param<i64>
      transform.match.param.cmpi ge %pixels, %least
          {heddle.expects = "rows of a static extent below 24"}
          : !transform.param<i64>
      %bound = transform.param.constant 24 : i64 -> !transform.param<i64>
      transform.match.param.cmpi lt %pixels, %bound
          {heddle.expects = "rows of a static extent below 24"}
          : !transform.param<i64>
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a linalg.depthwise_conv_2d_nhwc_hwc, with elementwise ops between
  // them or not.
  transform.named_sequence @follows_depthwise_conv_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a linalg.depthwise_conv_2d_nhwc_hwc"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_depthwise_conv_2d failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a linalg.depthwise_conv_2d_nhwc_hwc"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_4d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a linalg.depthwise_conv_2d_nhwc_hwc.
  transform.named_sequence @ends_depthwise_conv_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_depthwise_conv_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after a linalg.depthwise_conv_2d_nchw_chw, with elementwise ops between
  // them or not.
  transform.named_sequence @follows_depthwise_conv_2d_nchw(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %op
        {heddle.expects = "an elementwise op after a linalg.depthwise_conv_2d_nchw_chw"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.include @is_depthwise_conv_2d_nchw failures(propagate) (%start)
        {heddle.expects = "an elementwise op after a linalg.depthwise_conv_2d_nchw_chw"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @is_elementwise_4d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last elementwise op after a linalg.depthwise_conv_2d_nchw_chw.
  transform.named_sequence @ends_depthwise_conv_2d_nchw(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_depthwise_conv_2d_nchw failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op, the first after a tensor.pad.
  transform.named_sequence @follows_pad_1(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.get_producer_of_operand %op[0]
        {heddle.expects = "a tensor.pad before it"}
        : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %producer ["tensor.pad"]
        {heddle.expects = "a tensor.pad before it"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op, the second after a tensor.pad.
  transform.named_sequence @follows_pad_2(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.get_producer_of_operand %op[0]
        {heddle.expects = "a tensor.pad before it"}
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @follows_pad_1 failures(propagate) (%producer)
        {heddle.expects = "a tensor.pad before it"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op, the third after a tensor.pad.
  transform.named_sequence @follows_pad_3(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.get_producer_of_operand %op[0]
        {heddle.expects = "a tensor.pad before it"}
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @follows_pad_2 failures(propagate) (%producer)
        {heddle.expects = "a tensor.pad before it"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same over two dimensions, where no elementwise op follows.
  transform.named_sequence @ends_pad_1(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_pad_1 failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_elementwise_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same over two dimensions, where no elementwise op follows.
  transform.named_sequence @ends_pad_2(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_pad_2 failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_elementwise_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same over two dimensions, where no elementwise op follows.
  transform.named_sequence @ends_pad_3(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_pad_3 failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_elementwise_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op whose second operand is a convolution.
  transform.named_sequence @adds_conv_2d(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.get_producer_of_operand %op[1]
        {heddle.expects = "a convolution as the second operand of a sum"}
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_conv_2d_fhwc failures(propagate) (%producer)
        {heddle.expects = "a convolution as the second operand of a sum"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // An elementwise op after such a one.
  transform.named_sequence @follows_residual_sum(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_elementwise failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.get_producer_of_operand %op[0]
        {heddle.expects = "a convolution as the second operand of a sum"}
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @adds_conv_2d failures(propagate) (%producer)
        {heddle.expects = "a convolution as the second operand of a sum"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The sum of a residual block, where no elementwise op follows.
  transform.named_sequence @ends_residual_sum(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @adds_conv_2d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_elementwise_4d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last op of a residual block, where no elementwise op follows.
  transform.named_sequence @ends_residual_chain(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @follows_residual_sum failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @is_elementwise_4d failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of an attention of several heads whose softmax is one op.
  transform.named_sequence @weighs_heads_by_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_batch_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 3
        {scaled, heddle.expects = "weights that are a softmax as the first operand"}
    %1 = transform.include @is_softmax failures(propagate) (%producer)
        {heddle.expects = "weights that are a softmax as the first operand"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same with a softmax that is written out.
  transform.named_sequence @weighs_heads_by_quotient(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_batch_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 3
        {scaled, heddle.expects = "weights that are a softmax as the first operand"}
    %1 = transform.include @ends_softmax failures(propagate) (%producer)
        {heddle.expects = "weights that are a softmax as the first operand"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of a batch of attentions with several heads each, whatever is
  // reshaped between its ops. A batched product with four loops has the batch and the
  // heads in one dim.
  transform.named_sequence @weighs_batches(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_float_product failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      %loops = transform.match.structured.rank %s
          : (!transform.any_op) -> !transform.param<i64>
      %four = transform.param.constant 4 : i64 -> !transform.param<i64>
      transform.match.param.cmpi ge %loops, %four
          {heddle.expects = "four or five loops, of which the last one sums"}
          : !transform.param<i64>
      %five = transform.param.constant 5 : i64 -> !transform.param<i64>
      transform.match.param.cmpi le %loops, %five
          {heddle.expects = "four or five loops, of which the last one sums"}
          : !transform.param<i64>
      transform.match.structured.dim %s[-1] {reduction,
          heddle.expects = "four or five loops, of which the last one sums"}
          : !transform.any_op
      transform.match.structured.dim %s[0, 1, 2] {parallel,
          heddle.expects = "four or five loops, of which the last one sums"}
          : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }

  // The same where the softmax is one op.
  transform.named_sequence @weighs_batches_by_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_batches failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 4
        {scaled, heddle.expects = "weights of four dims that are a softmax as the first operand"}
    %1 = transform.include @is_softmax failures(propagate) (%producer)
        {heddle.expects = "weights of four dims that are a softmax as the first operand"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same where the softmax has the batch and the heads in one dim, and what it
  // reads, such as masked scores, has not.
  transform.named_sequence @weighs_batches_by_joined_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_batches failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 3
        {scaled, heddle.expects = "weights that are a softmax of scores of four dims as the first operand"}
    %1 = transform.include @is_softmax failures(propagate) (%producer)
        {heddle.expects = "weights that are a softmax of scores of four dims as the first operand"}
        : (!transform.any_op) -> !transform.any_op
    %scores = transform.heddle.get_operand_source %producer[0] rank = 4
        {heddle.expects = "weights that are a softmax of scores of four dims as the first operand"}
    transform.yield %op : !transform.any_op
  }

  // The same where the softmax is written out.
  transform.named_sequence @weighs_batches_by_quotient(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_batches failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 4
        {scaled, heddle.expects = "weights of four dims that are a softmax as the first operand"}
    %1 = transform.include @ends_softmax failures(propagate) (%producer)
        {heddle.expects = "weights of four dims that are a softmax as the first operand"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The residual sum at the end of a block: attention and its projection, a norm,
  // two layers.
  transform.named_sequence @ends_transformer_block(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @ends_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %second, %g2 = transform.heddle.get_fusion_group %op
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %gelu = transform.get_producer_of_operand %second[0]
        {heddle.expects = "a layer of elementwise ops before the last product"}
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @follows_matmul failures(propagate) (%gelu)
        {heddle.expects = "a layer of elementwise ops before the last product"}
        : (!transform.any_op) -> !transform.any_op
    %first, %g1 = transform.heddle.get_fusion_group %gelu
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %norm = transform.get_producer_of_operand %first[0]
        {heddle.expects = "an RMSnorm before the first layer"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.include @ends_rms_norm failures(propagate) (%norm)
        {heddle.expects = "an RMSnorm before the first layer"}
        : (!transform.any_op) -> !transform.any_op
    %sum = transform.get_producer_of_operand %norm[0]
        {heddle.expects = "a projection and a residual sum before the norm"}
        : (!transform.any_op) -> !transform.any_op
    %3 = transform.include @follows_matmul failures(propagate) (%sum)
        {heddle.expects = "a projection and a residual sum before the norm"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // A matrix product that no elementwise op reads.
  transform.named_sequence @is_lone_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.include @ends_group failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of an attention whose softmax is one op.
  transform.named_sequence @weighs_by_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 2
        {scaled, heddle.expects = "weights that are a softmax as the first operand"}
    %1 = transform.include @is_softmax failures(propagate) (%producer)
        {heddle.expects = "weights that are a softmax as the first operand"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of an attention whose softmax is written out.
  transform.named_sequence @weighs_by_quotient(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @is_matmul failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 2
        {scaled, heddle.expects = "weights that are a softmax as the first operand"}
    %1 = transform.include @ends_softmax failures(propagate) (%producer)
        {heddle.expects = "weights that are a softmax as the first operand"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of a masked attention whose softmax is one op.
  transform.named_sequence @weighs_masked_by_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_by_softmax failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 2 {scaled}
    transform.heddle.match_index_mask %producer
        {heddle.expects = "scores that are -inf where a comparison of indices says so"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of a batch of attentions whose softmax is one op, of masked scores.
  transform.named_sequence @weighs_masked_heads_by_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_heads_by_softmax failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 3 {scaled}
    transform.heddle.match_index_mask %producer
        {heddle.expects = "scores that are -inf where a comparison of indices says so"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of a masked attention whose softmax is written out.
  transform.named_sequence @weighs_masked_by_quotient(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_by_quotient failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 2 {scaled}
    transform.heddle.match_index_mask %producer
        {heddle.expects = "scores that are -inf where a comparison of indices says so"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of a batch of attentions whose softmax is written out, of masked scores.
  transform.named_sequence @weighs_masked_heads_by_quotient(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_heads_by_quotient failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 3 {scaled}
    transform.heddle.match_index_mask %producer
        {heddle.expects = "scores that are -inf where a comparison of indices says so"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The last product of a batch of attentions with several heads each whose softmax is one
  // op, of masked scores.
  transform.named_sequence @weighs_masked_batches_by_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_batches_by_softmax failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 4 {scaled}
    transform.heddle.match_index_mask %producer
        {heddle.expects = "scores that are -inf where a comparison of indices says so"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same where the softmax has the batch and the heads in one dim.
  transform.named_sequence @weighs_masked_batches_by_joined_softmax(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_batches_by_joined_softmax failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 3 {scaled}
    transform.heddle.match_index_mask %producer
        {heddle.expects = "scores that are -inf where a comparison of indices says so"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  // The same where the softmax is written out.
  transform.named_sequence @weighs_masked_batches_by_quotient(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.include @weighs_batches_by_quotient failures(propagate) (%op)
        : (!transform.any_op) -> !transform.any_op
    %producer = transform.heddle.get_operand_source %op[0] rank = 4 {scaled}
    transform.heddle.match_index_mask %producer
        {heddle.expects = "scores that are -inf where a comparison of indices says so"}
        : !transform.any_op
    transform.yield %op : !transform.any_op
  }
}
